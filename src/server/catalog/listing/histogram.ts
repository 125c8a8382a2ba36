import type { RangeBar } from '../../../contracts/catalog-pages/product-lists.ts'

const mostBars = 16
/** Bars of equal ratios begin at this share of the largest number; smaller numbers belong to the first bar. */
const leastShare = 1 / 1_000
/** Numbers that lie nearer to each other cannot be divided: the number of bars per unit would be infinite. */
const leastRange = 1e-300

/**
 * Divides numbers into bars between the smallest and the largest; empty without two different numbers. Bars are
 * equally wide, unless more than half of all numbers are in the first quarter of the scale: then each goes up to the
 * same multiple of where it begins, so that a few large numbers do not leave most of the scale empty. `counts` tells
 * how often each number occurs, once without it. A million numbers take some milliseconds.
 */
export function histogram(numbers: Float64Array, counts?: Float64Array): RangeBar[] {
  let least = numbers[0] ?? 0
  let most = least
  for (const number of numbers) {
    if (number < least) least = number
    else if (number > most) most = number
  }
  if (!(most - least > leastRange)) return []
  const bars = Math.min(mostBars, numbers.length)
  const equal = equallyWide(numbers, counts, { least, most, bars })
  const low = sumOf(equal.slice(0, Math.ceil(bars / 4)))
  if (least < 0 || low * 2 <= sumOf(equal)) return equal
  return byRatio(numbers, counts, { least, most, bars })
}

const sumOf = (bars: readonly RangeBar[]): number => bars.reduce((sum, { count }) => sum + count, 0)

type Bounds = { least: number; most: number; bars: number }

function equallyWide(numbers: Float64Array, counts: Float64Array | undefined, bounds: Bounds): RangeBar[] {
  const { least, most, bars } = bounds
  const width = (most - least) / bars
  const perNumber = bars / (most - least)
  const heights = new Float64Array(bars + 1)
  for (let at = 0; at < numbers.length; at += 1) {
    const bar = Math.trunc(((numbers[at] as number) - least) * perNumber)
    heights[bar] = (heights[bar] as number) + (counts === undefined ? 1 : (counts[at] as number))
  }
  heights[bars - 1] = (heights[bars - 1] as number) + (heights[bars] as number)
  return Array.from(heights.subarray(0, bars), (count, at) => ({
    from: least + at * width,
    to: least + (at + 1) * width,
    count,
  }))
}

/** The same with bars of equal ratios; no number is below 0. */
function byRatio(numbers: Float64Array, counts: Float64Array | undefined, { least, most, bars }: Bounds): RangeBar[] {
  const start = Math.max(least, most * leastShare)
  const ends = Float64Array.from({ length: bars }, (_, at) => start * (most / start) ** ((at + 1) / bars))
  ends[bars - 1] = most
  const heights = new Float64Array(bars)
  for (let at = 0; at < numbers.length; at += 1) {
    const bar = barOf(ends, numbers[at] as number)
    heights[bar] = (heights[bar] as number) + (counts === undefined ? 1 : (counts[at] as number))
  }
  return Array.from(heights, (count, at) => ({
    from: at === 0 ? least : (ends[at - 1] as number),
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
