import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Linux counts processor time in ticks of 10 ms. */
const msPerTick = 10

export type Memory = { residentMB: number; peakMB: number; ownMB: number }

/**
 * Resident memory of a running process, its peak, and the part that is not file content (the latter two on Linux only).
 */
export function processMemory(pid: number): Memory | undefined {
  const kilobytes = process.platform === 'linux' ? fromProc(pid) : fromPs(pid)
  if (kilobytes === undefined) return undefined
  const [resident, peak, own] = kilobytes
  return { residentMB: resident / 1024, peakMB: peak / 1024, ownMB: own / 1024 }
}

type Kilobytes = [resident: number, peak: number, own: number]

function fromProc(pid: number): Kilobytes | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const kilobytes = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1])
    const resident = kilobytes('VmRSS')
    return Number.isNaN(resident) ? undefined : [resident, kilobytes('VmHWM'), kilobytes('RssAnon')]
  } catch {
    return undefined
  }
}

function fromPs(pid: number): Kilobytes | undefined {
  try {
    const resident = Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }))
    return [resident, resident, resident]
  } catch {
    return undefined
  }
}

export type ProcessorTime = { allMs: number; mainMs: number }

/** Processor time of a process in all threads and in the main one; undefined where /proc is missing. */
export function processorTime(pid: number): ProcessorTime | undefined {
  try {
    return {
      allMs: ticksIn(`/proc/${pid}/stat`) * msPerTick,
      mainMs: ticksIn(`/proc/${pid}/task/${pid}/stat`) * msPerTick,
    }
  } catch {
    return undefined
  }
}

/** Milliseconds that the main thread was ready and waited for a core; not a number where /proc is missing. */
export function waitedForCore(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6
  } catch {
    return Number.NaN
  }
}

/** User and system time, fields 14 and 15; field 2 is a name that may contain spaces. */
function ticksIn(file: string): number {
  const fields = readFileSync(file, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return Number(fields[11]) + Number(fields[12])
}
