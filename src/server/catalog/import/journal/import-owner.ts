import { hostname } from 'node:os'
import type { StoredImport } from './journal-queries.ts'

/** An import whose process has not written for this long was killed; every step of one takes far less. */
const silentMs = 60_000

/** Names this process. */
export function thisProcess(): string {
  return `${hostname()} ${process.pid}`
}

/** Tells whether the process that works on an import is gone: not running on this machine, or silent. */
export function isAbandoned({ owner, beat_at }: StoredImport, now: Date): boolean {
  if (now.getTime() - Date.parse(beat_at) > silentMs) return true
  const [host, pid] = owner.split(' ')
  return host === hostname() && owner !== thisProcess() && !isRunning(Number(pid))
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
