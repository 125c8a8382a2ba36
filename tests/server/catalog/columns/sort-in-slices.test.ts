import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { orderOf, pageOfHits } from '../../../../src/server/catalog/columns/sorted/page-of-hits.ts'
import { sortByNumber } from '../../../../src/server/catalog/columns/sorted/sort-by-number.ts'
import { sortInSlices } from '../../../../src/server/catalog/columns/sorted/sort-in-slices.ts'

const anyNumbers = fc.uniqueArray(fc.nat(100_000), { maxLength: 4_000 })

test('numbers are sorted as an array sorts them, and equal ones keep their order', async () => {
  await fc.assert(
    fc.asyncProperty(anyNumbers, async (numbers) => {
      const compare = (one: number, other: number) => (one % 100) - (other % 100)
      expect([...(await sortInSlices(Uint32Array.from(numbers), compare))]).toEqual(numbers.toSorted(compare))
    }),
    { numRuns: 20 },
  )
})

test('other work runs while many numbers are sorted', async () => {
  let [comparisons, turns, isSorting] = [0, 0, true]
  // A comparison takes a thousandth of a millisecond on every machine.
  vi.spyOn(performance, 'now').mockImplementation(() => comparisons / 1_000)
  const count = () => {
    turns += 1
    if (isSorting) setImmediate(count)
  }
  setImmediate(count)
  const numbers = Uint32Array.from({ length: 20_000 }, (_, at) => (at * 7_919) % 20_011)
  const sorted = await sortInSlices(numbers, (one, other) => {
    comparisons += 1
    return one - other
  })
  isSorting = false
  expect(sorted).toEqual(numbers.toSorted())
  // Slices of 8 ms, at most two of which meet in a turn.
  expect(turns).toBeGreaterThan(comparisons / 1_000 / 8 / 2)
})

test('pages of few and of many hits list each hit once, in the order', () => {
  fc.assert(
    fc.property(anyNumbers, fc.nat(4_000), fc.integer({ min: 1, max: 50 }), (numbers, kept, limit) => {
      const order = orderOf(Uint32Array.from(numbers), 100_001)
      const hits = Uint32Array.from(numbers.slice(0, kept)).toSorted()
      const pages: number[] = []
      for (let offset = 0; offset < hits.length; offset += limit) pages.push(...pageOfHits(hits, order, offset, limit))
      expect(pages).toEqual(numbers.filter((number) => hits.includes(number)))
      expect(pageOfHits(hits, order, hits.length, limit)).toEqual([])
    }),
    { numRuns: 20 },
  )
})

test('a product that is not in the order yet comes last', () => {
  const order = orderOf(Uint32Array.from([3, 1, 2]), 4)
  expect(pageOfHits(Uint32Array.from([1, 2, 3, 7]), order, 0, 10)).toEqual([3, 1, 2, 7])
  expect(pageOfHits(Uint32Array.from([1, 2, 3, 7]), order, 3, 1)).toEqual([7])
})

const anyNumber = fc.oneof(fc.double(), fc.integer({ min: -3, max: 3 }), fc.constantFrom(Number.NaN, 0, -0, 1e9 + 0.5))

test('sorting by numbers gives what comparing them does, and lists those without one last', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyNumber, { maxLength: 80 }), fc.boolean(), async (numbers, isDescending) => {
      const numberOf = (seq: number) => numbers[seq] ?? Number.NaN
      const seqs = Uint32Array.from(numbers.keys())
      const sign = isDescending ? -1 : 1
      const compare = (one: number, other: number) =>
        Number(Number.isNaN(numberOf(one))) - Number(Number.isNaN(numberOf(other))) ||
        sign * Number(numberOf(one) > numberOf(other)) - sign * Number(numberOf(one) < numberOf(other)) ||
        one - other
      expect([...(await sortByNumber(seqs, { numberOf, isDescending }))]).toEqual([...seqs].sort(compare))
    }),
  )
})
