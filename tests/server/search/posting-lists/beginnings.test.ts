import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Beginnings } from '../../../../src/server/search/posting-lists/beginnings.ts'
import { prefixesOf } from '../../../../src/server/search/posting-lists/term-table.ts'

/** What is told of terms that come in their order. */
function told(terms: readonly (readonly [term: string, documents: number])[]): Record<string, number> {
  const found: Record<string, number> = {}
  const beginnings = new Beginnings((beginning, documents) => {
    expect(found).not.toHaveProperty([beginning])
    found[beginning] = documents
  })
  for (const [term, documents] of terms) beginnings.add(term, documents)
  beginnings.end()
  return found
}

test('the documents of terms with the same beginning are added up', () => {
  expect(
    told([
      ['battery', 9],
      ['t480', 5],
      ['t480s', 2],
      ['t4900000a', 1],
      ['t4900000b', 1],
      ['å480', 3],
    ]),
  ).toEqual({ t480: 7, t480s: 2, t490: 2, t4900: 2, t49000: 2, t490000: 2, t4900000: 2 })
})

test('any terms give the sums of their beginnings', () => {
  const term = fc.string({ minLength: 1, maxLength: 11, unit: fc.constantFrom('a', 'b', '1', '2', '=', 'å') })
  fc.assert(
    fc.property(fc.uniqueArray(term, { maxLength: 40 }), (terms) => {
      const inOrder = terms.toSorted((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)))
      const counted = inOrder.map((each, at) => [each, at + 1] as const)
      const sums: Record<string, number> = {}
      for (const [each, count] of counted)
        for (const beginning of prefixesOf(each)) sums[beginning] = (sums[beginning] ?? 0) + count
      expect(told(counted)).toEqual(sums)
    }),
  )
})
