const lookEveryMs = 500

/** The variable in which install.mjs passes on by which process npm started it. */
const starterVariable = 'SHOP_STARTED_BY'

/**
 * Ends `npm start` when npm is told to end. npm passes SIGTERM to the shell in which it runs the script, and that ends
 * without a word to its child. So the end of the shell counts as SIGTERM, on Windows too, where there are no signals.
 */
export function endWithNpm(environment: Readonly<Record<string, string | undefined>> = process.env): void {
  const starter = Number(environment[starterVariable])
  if (!Number.isInteger(starter) || starter <= 1) return
  const timer = setInterval(() => {
    if (isAlive(starter)) return
    clearInterval(timer)
    // Nothing serves yet when nobody listens.
    if (!process.emit('SIGTERM', 'SIGTERM')) process.exit(143)
  }, lookEveryMs).unref()
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return Reflect.get(Object(error), 'code') === 'EPERM'
  }
}
