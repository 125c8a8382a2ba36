import process from 'node:process'
import { percentile } from './figure.ts'

type Turn = { ms: number; processorMs: number }
/** The turns of the event loop between the call and the end, in ms; `processorMs` is what the thread itself used. */
export type Turns = { p99: number; most: number; mostProcessor: number }

/**
 * Watches the turns of the event loop. On a machine that is shared, a turn takes as long as others want; the processor
 * time of the thread is what the work itself needs.
 */
export function watchTurns(): () => Turns {
  const turns: Turn[] = []
  let isOver = false
  let [at, cpu] = [performance.now(), threadMs()]
  const look = () => {
    const [now, used] = [performance.now(), threadMs()]
    turns.push({ ms: now - at, processorMs: used - cpu })
    ;[at, cpu] = [now, used]
    if (!isOver) setTimeout(look, 1)
  }
  setTimeout(look, 1)
  return () => {
    isOver = true
    const times = turns.map(({ ms }) => ms)
    return {
      p99: percentile(times, 0.99),
      most: times.reduce((most, ms) => Math.max(most, ms), 0),
      mostProcessor: turns.reduce((most, { processorMs }) => Math.max(most, processorMs), 0),
    }
  }
}

/** What this thread has used of the processor, in ms. */
export function threadMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/** Writes them for people. */
export function turnsText({ p99, most, mostProcessor }: Turns): string {
  const processor = `${mostProcessor.toFixed(0)} ms of processor time`
  return `turns p99 ${p99.toFixed(1)} ms, at most ${most.toFixed(0)} ms (${processor})`
}
