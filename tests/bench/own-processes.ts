import type { ChildProcess } from 'node:child_process'

const running = new Map<ChildProcess, NodeJS.Signals>()
const endings: (() => void)[] = []

/** Ends this child with `signal` when the bench ends, unless the bench itself is killed. */
export function endWithBench(child: ChildProcess, signal: NodeJS.Signals): void {
  watchExit()
  running.set(child, signal)
  child.once('exit', () => running.delete(child))
}

/** Runs when the bench ends, normally or by Ctrl-C; it must be synchronous. */
export function whenBenchEnds(ending: () => void): void {
  watchExit()
  endings.push(ending)
}

let isWatching = false

function watchExit(): void {
  if (isWatching) return
  isWatching = true
  process.on('exit', () => {
    for (const [child, signal] of running) child.kill(signal)
    for (const ending of endings) ending()
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(130))
}
