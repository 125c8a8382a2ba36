import type { RangeBar } from '../../../contracts/catalog-pages/product-lists.ts'

const mostBars = 16

/**
 * Divides numbers into bars of equal width between the smallest and the largest; empty without two numbers. `counts`
 * tells how often each number occurs, once without it. A million numbers take some milliseconds.
 */
export function histogram(numbers: Float64Array, counts?: Float64Array): RangeBar[] {
  let least = numbers[0] ?? 0
  let most = least
  for (const number of numbers) {
    if (number < least) least = number
    else if (number > most) most = number
  }
  if (!(most > least)) return []
  const bars = Math.min(mostBars, numbers.length)
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
