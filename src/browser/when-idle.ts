const idleTimeoutMs = 2000

/** Runs a task when the browser is idle, after two seconds at the latest. */
export function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: idleTimeoutMs })
  else setTimeout(run, idleTimeoutMs)
}
