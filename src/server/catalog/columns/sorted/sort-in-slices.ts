import { setImmediate as nextTurn } from 'node:timers/promises'

type Compare = (one: number, other: number) => number

const runLength = 1_024
/** How long the event loop waits at most for a slice of the work. */
const sliceMs = 8

/** Sorts numbers, and lets other work run between slices; a million take seconds. */
export async function sortInSlices(numbers: Uint32Array, compare: Compare): Promise<Uint32Array> {
  let [sorted, free] = [numbers.slice(), new Uint32Array(numbers.length)]
  let begun = performance.now()
  const pause = async () => {
    if (performance.now() - begun < sliceMs) return
    await nextTurn()
    begun = performance.now()
  }
  for (let start = 0; start < sorted.length; start += runLength) {
    sorted.subarray(start, start + runLength).sort(compare)
    await pause()
  }
  for (let length = runLength; length < sorted.length; length *= 2) {
    for (let start = 0; start < sorted.length; start += 2 * length)
      await merge(sorted, free, { start, middle: start + length, end: start + 2 * length }, compare, pause)
    ;[sorted, free] = [free, sorted]
  }
  return sorted
}

type Runs = { start: number; middle: number; end: number }

/** Merges two sorted runs that follow one another. */
async function merge(from: Uint32Array, into: Uint32Array, runs: Runs, compare: Compare, pause: () => Promise<void>) {
  const end = Math.min(runs.end, from.length)
  const middle = Math.min(runs.middle, end)
  let [left, right] = [runs.start, middle]
  for (let at = runs.start; at < end; at += 1) {
    const isLeft = right >= end || (left < middle && compare(from[left] as number, from[right] as number) <= 0)
    into[at] = from[isLeft ? left++ : right++] as number
    if ((at & 1_023) === 0) await pause()
  }
}
