import type { RangeBar } from '../../../contracts/catalog-pages/product-lists.ts'

const maxBars = 16
/** Bars of equal ratios begin at this share of the largest number; smaller numbers belong to the first bar. */
const minShare = 1 / 1_000
/** Numbers that lie nearer to each other cannot be divided: the number of bars per unit would be infinite. */
const minRange = 1e-300

/**
 * Divides numbers into bars between the smallest and the largest; empty without two different numbers. Bars are
 * equally wide, unless more than half of all numbers are in the first quarter of the scale: then each goes up to the
 * same multiple of where it begins, so that a few large numbers do not leave most of the scale empty. `counts` tells
 * how often each number occurs, once without it. A million numbers take some milliseconds.
 */
export function histogram(numbers: Float64Array, counts?: Float64Array): RangeBar[] {
  let min = numbers[0] ?? 0
  let max = min
  for (const number of numbers) {
    if (number < min) min = number
    else if (number > max) max = number
  }
  if (!(max - min > minRange)) return []
  const bars = Math.min(maxBars, numbers.length)
  const equal = equallyWide(numbers, counts, { min, max, bars })
  const low = sumOf(equal.slice(0, Math.ceil(bars / 4)))
  if (min < 0 || low * 2 <= sumOf(equal)) return equal
  return barsByRatio(numbers, counts, { min, max, bars })
}

const sumOf = (bars: readonly RangeBar[]): number => bars.reduce((sum, { count }) => sum + count, 0)

type Bounds = { min: number; max: number; bars: number }

function equallyWide(numbers: Float64Array, counts: Float64Array | undefined, bounds: Bounds): RangeBar[] {
  const { min, max, bars } = bounds
  const width = (max - min) / bars
  const perNumber = bars / (max - min)
  const heights = new Float64Array(bars + 1)
  for (let at = 0; at < numbers.length; at += 1) {
    const bar = Math.trunc(((numbers[at] as number) - min) * perNumber)
    heights[bar] = (heights[bar] as number) + (counts === undefined ? 1 : (counts[at] as number))
  }
  heights[bars - 1] = (heights[bars - 1] as number) + (heights[bars] as number)
  return Array.from(heights.subarray(0, bars), (count, at) => ({
    from: min + at * width,
    to: min + (at + 1) * width,
    count,
  }))
}

/** Like `equallyWide`, with bars of equal ratios; no number is below 0. */
function barsByRatio(numbers: Float64Array, counts: Float64Array | undefined, { min, max, bars }: Bounds): RangeBar[] {
  const start = Math.max(min, max * minShare)
  const ends = Float64Array.from({ length: bars }, (_, at) => start * (max / start) ** ((at + 1) / bars))
  ends[bars - 1] = max
  const heights = new Float64Array(bars)
  for (let at = 0; at < numbers.length; at += 1) {
    const bar = barOf(ends, numbers[at] as number)
    heights[bar] = (heights[bar] as number) + (counts === undefined ? 1 : (counts[at] as number))
  }
  return Array.from(heights, (count, at) => ({
    from: at === 0 ? min : (ends[at - 1] as number),
    to: ends[at] as number,
    count,
  }))
}

/** The first bar that ends above a number, or the last one. */
function barOf(ends: Float64Array, number: number): number {
  let low = 0
  let high = ends.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ends[middle] as number) > number) high = middle
    else low = middle + 1
  }
  return low
}
