import fc from 'fast-check'
import { expect, test } from 'vitest'
import { orderOf, pageOfHits } from '../../../../src/server/catalog/columns/sorted/page-of-hits.ts'

const size = 300
const anySeqs = fc.uniqueArray(fc.nat({ max: size - 1 }), { maxLength: size })

test('any page of any hits is that of the hits in their order, those without a place last', () => {
  fc.assert(
    fc.property(anySeqs, anySeqs, fc.nat({ max: 320 }), fc.integer({ min: 1, max: 80 }), (all, some, offset, limit) => {
      const order = orderOf(Uint32Array.from(all), size)
      const hits = Uint32Array.from(some).sort()
      const placed = all.filter((seq) => hits.includes(seq))
      const unplaced = [...hits].filter((seq) => !all.includes(seq))
      expect(pageOfHits(hits, order, offset, limit)).toEqual([...placed, ...unplaced].slice(offset, offset + limit))
    }),
  )
})

test('products that are newer than the order come last', () => {
  const order = orderOf(Uint32Array.of(2, 0, 1), 3)
  expect(pageOfHits(Uint32Array.of(0, 1, 2, 3, 40), order, 1, 3)).toEqual([0, 1, 3])
  expect(pageOfHits(Uint32Array.of(3, 40), order, 0, 24)).toEqual([3, 40])
})
