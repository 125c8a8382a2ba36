import { array, assert, double, property } from 'fast-check'
import { expect, test } from 'vitest'
import { histogram } from '../../../src/server/catalog/listing/histogram.ts'

const countsOf = (numbers: readonly number[]) => histogram(Float64Array.from(numbers)).map(({ count }) => count)

test('numbers of a similar size have bars of equal widths', () => {
  const bars = histogram(Float64Array.from([100, 200, 300, 400]))
  expect(bars).toEqual([
    { from: 100, to: 175, count: 1 },
    { from: 175, to: 250, count: 1 },
    { from: 250, to: 325, count: 1 },
    { from: 325, to: 400, count: 1 },
  ])
})

test('a few large numbers do not leave one bar for all others', () => {
  const usual = Array.from({ length: 60 }, (_, at) => 100 * 1.05 ** at)
  const counts = countsOf([...usual, 90_000])
  expect(counts).toHaveLength(16)
  expect(Math.max(...counts)).toBeLessThan(15)
  expect(counts.filter((count) => count > 0).length).toBeGreaterThan(7)
})

test('a scale of which most is empty is divided by ratios before one bar has most numbers', () => {
  const shared = [100, 400, 700, 1000].flatMap((price) => Array.from({ length: 10 }, (_, at) => price + at))
  const counts = countsOf([...shared, 9_000])
  expect(Math.max(...counts)).toBeLessThanOrEqual(20)
  expect(counts.slice(8).some((count) => count >= 10)).toBe(true)
})

test('numbers of 0 and very small ones belong to the first of such bars', () => {
  const bars = histogram(Float64Array.from([0, 0.01, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10_000]))
  expect(bars[0]).toMatchObject({ from: 0, count: 11 })
  expect(bars.at(-1)).toMatchObject({ to: 10_000, count: 1 })
})

test('numbers that differ by less than can be divided have no bars', () => {
  expect(countsOf([0, 5e-324])).toEqual([])
  expect(countsOf([7, 7])).toEqual([])
})

test('every number is counted in one bar, and bars follow each other from the smallest to the largest', () => {
  const numbers = array(double({ min: 0, max: 1e6, noNaN: true }), { minLength: 2, maxLength: 60 })
  assert(
    property(numbers, (all) => {
      const bars = histogram(Float64Array.from(all))
      const [least, most] = [Math.min(...all), Math.max(...all)]
      if (most - least <= 1e-300) return bars.length === 0
      const isWhole = bars.reduce((sum, { count }) => sum + count, 0) === all.length
      const isJoined = bars
        .slice(1)
        .every(({ from }, at) => from === bars[at]?.to || Math.abs(from - (bars[at]?.to ?? 0)) < 1e-6)
      const last = bars.at(-1)?.to ?? Number.NaN
      return isWhole && isJoined && bars[0]?.from === least && Math.abs(last - most) <= most * 1e-9
    }),
  )
})
