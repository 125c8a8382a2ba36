import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pageByRank } from '../../../../src/server/catalog/columns/sorted/page-by-rank.ts'

const max = 9

test('a page by rank is that of all hits in the order of their ranks, in both directions', () => {
  const anyRanks = fc.oneof(
    fc.array(fc.nat(max), { maxLength: 120 }),
    // Few ranks have many hits each, and products that came later have none.
    fc.array(fc.constantFrom(0, 4), { maxLength: 120 }),
  )
  const anyHits = fc.uniqueArray(fc.nat(150), { maxLength: 120 })
  fc.assert(
    fc.property(
      anyRanks,
      anyHits,
      fc.boolean(),
      fc.nat(130),
      fc.nat(30),
      (values, found, isDescending, from, limit) => {
        const ranks = Uint32Array.from(values)
        const hits = Uint32Array.from(found)
        const placeOf = (seq: number) => {
          const rank = ranks[seq] ?? 0
          return rank === 0 ? max + 1 : isDescending ? max - rank : rank
        }
        const expected = found.toSorted((one, other) => placeOf(one) - placeOf(other)).slice(from, from + limit)
        const cut = { ranks, most: max, isDescending, offset: from, limit }
        expect(pageByRank(hits, cut, (equal, offset, count) => [...equal.subarray(offset, offset + count)])).toEqual(
          expected,
        )
      },
    ),
    { numRuns: 500 },
  )
})

test('pages of a long list by different ranks are those of their ranks, however often they are asked for', () => {
  const hits = Uint32Array.from({ length: 120_000 }, (_, at) => at)
  const [even, odd] = [0, 1].map((rest) => Uint8Array.from(hits, (seq) => (seq % 2 === rest ? 1 : 2)))
  const firstOf = (ranks = new Uint8Array(), isDescending = false) =>
    pageByRank(hits, { ranks, most: 2, isDescending, offset: 0, limit: 3 }, (equal, from, count) => [
      ...equal.subarray(from, from + count),
    ])
  for (let time = 0; time < 2; time += 1) {
    expect(firstOf(even)).toEqual([0, 2, 4])
    expect(firstOf(odd)).toEqual([1, 3, 5])
    expect(firstOf(odd, true)).toEqual([0, 2, 4])
    expect(firstOf(Uint8Array.from([2, 1, 1]))).toEqual([1, 2, 0])
  }
})
