import type { RangeBar } from '../../../contracts/catalog-pages/product-lists.ts'

/** How often a number occurs. */
export type Counted = readonly [number: number, count: number]

const mostBars = 16

/** Divides numbers into bars of equal width between the smallest and the largest; empty without two numbers. */
export function histogram(counted: readonly Counted[]): RangeBar[] {
  const numbers = counted.map(([number]) => number)
  const least = numbers.reduce((low, number) => Math.min(low, number), Infinity)
  const most = numbers.reduce((high, number) => Math.max(high, number), -Infinity)
  if (!(most > least)) return []
  const bars = Math.min(mostBars, new Set(numbers).size)
  const width = (most - least) / bars
  const counts = Array.from({ length: bars }, () => 0)
  for (const [number, count] of counted) {
    const at = Math.min(bars - 1, Math.floor((number - least) / width))
    counts[at] = (counts[at] ?? 0) + count
  }
  return counts.map((count, at) => ({ from: least + at * width, to: least + (at + 1) * width, count }))
}
