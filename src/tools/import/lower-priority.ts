import { readdirSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'

/** As `nice` counts: a usual thread has 0 and gets ten times the share of a busy processor. */
const lower = 10

/**
 * Lets other threads have the processors first, for long work beside a shop that serves: this thread on Linux, where
 * each has a priority of its own. Elsewhere a process has one, and it stays.
 */
export function lowerThreadPriority(): void {
  if (process.platform === 'linux') lowerThat(0)
}

/** Like `lowerThreadPriority`, for a process that does nothing else, with the threads that collect its garbage. */
export function lowerProcessPriority(): void {
  if (process.platform !== 'linux') return lowerThat(0)
  // New threads have the priority of the one that starts them.
  for (const thread of readdirSync('/proc/self/task')) lowerThat(Number(thread))
}

/** A thread may have ended, and a machine may forbid it: the work is done all the same. */
function lowerThat(id: number): void {
  try {
    if (getPriority(id) < lower) setPriority(id, lower)
  } catch {
    // Nothing else follows from it.
  }
}
