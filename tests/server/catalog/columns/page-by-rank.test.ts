import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pageByRank } from '../../../../src/server/catalog/columns/sorted/page-by-rank.ts'

const most = 9

test('a page by rank is that of all hits in the order of their ranks, in both directions', () => {
  const anyRanks = fc.oneof(
    fc.array(fc.nat(most), { maxLength: 120 }),
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
          return rank === 0 ? most + 1 : isDescending ? most - rank : rank
        }
        const expected = found.toSorted((one, other) => placeOf(one) - placeOf(other)).slice(from, from + limit)
        const cut = { ranks, most, isDescending, offset: from, limit }
        expect(pageByRank(hits, cut, (equal, offset, count) => [...equal.subarray(offset, offset + count)])).toEqual(
          expected,
        )
      },
    ),
    { numRuns: 500 },
  )
})
