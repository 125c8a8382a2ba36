import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ColumnRow } from '../../../../src/server/catalog/columns/column-row.ts'
import { OwnCurrencyPrices } from '../../../../src/server/catalog/columns/own-currency-prices.ts'
import { ProductColumns } from '../../../../src/server/catalog/columns/product-columns.ts'
import { brandTerms, categoryTerms } from '../../../../src/server/catalog/columns/terms.ts'
import {
  selectAll,
  selectByLists,
  selectBySets,
  selectInOnePass,
  type Conditions,
} from '../../../../src/server/catalog/selection/select-products.ts'
import {
  addTo,
  bitmapOf,
  countCommon,
  countListed,
  emptyBitmap,
  listCommon,
  listOthers,
  membersOf,
  removeFrom,
} from '../../../../src/server/platform/sets/bitmap.ts'

const anySeqs = fc.uniqueArray(fc.nat(3_000), { maxLength: 500 })
const sorted = (numbers: Iterable<number>) => [...numbers].sort((one, other) => one - other)
const facets = ['size', 'shape', 'colour']

const anyRow = fc.record({
  seq: fc.nat(400),
  brand: fc.constantFrom(null, 'acme', 'volt'),
  vatClass: fc.constantFrom('standard', 'books'),
  price: fc.option(fc.integer({ min: 1, max: 50 }), { nil: null }),
  ownPrices: fc.constantFrom<[string, number][]>([], [['EUR', 5]]),
  popularity: fc.nat(5),
  publishedAt: fc.nat(5),
  version: fc.nat(),
  stock: fc.nat(3),
  readyDay: fc.nat(3),
  waitDays: fc.nat(2),
  grams: fc.constant(0),
  mainCategory: fc.constantFrom('all', null),
  categories: fc.constantFrom(['all'], ['all', 'few'], []),
  attributes: fc.uniqueArray(fc.tuple(fc.constantFrom(...facets), fc.constantFrom('1', '2', '3')), {
    maxLength: 4,
    selector: ([facet, value]) => `${facet}:${value}`,
  }),
})

/** Columns after products were added, replaced and removed. */
function columnsOf(rows: readonly ColumnRow[], removed: readonly number[]): ProductColumns {
  const columns = new ProductColumns()
  const half = Math.trunc(rows.length / 2)
  for (const row of rows.slice(0, half)) columns.put(row)
  for (const [term] of columns.terms.all.entries()) columns.bitmapOf(term) // What is kept must follow the changes.
  for (const seq of removed) columns.remove(seq)
  for (const row of rows.slice(half)) columns.put(row)
  return columns
}

test('a set has the products that were added and not removed', () => {
  fc.assert(
    fc.property(anySeqs, anySeqs, (one, other) => {
      const set = bitmapOf(Uint32Array.from(one), 3_001)
      const second = emptyBitmap(3_001)
      for (const seq of other) addTo(second, seq)
      expect([...membersOf(set)]).toEqual(sorted(one))
      const common = one.filter((seq) => other.includes(seq))
      expect(countCommon(set, second)).toBe(common.length)
      expect(countListed(Uint32Array.from(one), second)).toBe(common.length)
      expect([...listCommon(Uint32Array.from(one), second)]).toEqual(common)
      const others = one.filter((seq) => !other.includes(seq))
      expect([...listOthers(Uint32Array.from(one), second)]).toEqual(others)
      for (const seq of common) removeFrom(second, seq)
      expect(countCommon(set, second)).toBe(0)
    }),
  )
})

/** Of a currency with a rate, and of a buyer: the price is told by a function. */
const waysToPrice = [
  (columns: ProductColumns, currency: string) => ({ rate: 0.5, ownPrices: columns.ownPrices.get(currency) }),
  (columns: ProductColumns, currency: string) => ({
    priceOf: (seq: number) => columns.ownPrices.get(currency)?.get(seq) ?? (columns.price[seq] ?? Number.NaN) * 0.5,
  }),
]

test('own prices of a currency are known by product after they were replaced and removed', () => {
  const anyStep = fc.tuple(fc.nat(100_000), fc.option(fc.nat(9), { nil: undefined }))
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 60 }), (steps) => {
      const [own, expected] = [new OwnCurrencyPrices(), new Map<number, number>()]
      for (const [seq, price] of steps) {
        if (price === undefined) expect(own.delete(seq)).toBe(expected.delete(seq))
        else [own, expected].forEach((each) => each.set(seq, price))
      }
      expect([...own]).toEqual([...expected])
      expect([...membersOf(own.seqs)]).toEqual(sorted(expected.keys()))
      for (const [seq] of steps) expect(own.has(seq)).toBe(expected.has(seq))
    }),
  )
})

test('sets select and count the same as one pass over the scope', () => {
  const anyChosen = fc
    .subarray([...facets, brandTerms])
    .chain((chosen) =>
      fc.tuple(...chosen.map((facet) => fc.tuple(fc.constant(facet), fc.subarray(['1', '2', '3', 'acme', 'volt'])))),
    )
  const anyPrices = fc.option(fc.tuple(fc.nat(50), fc.nat(50)), { nil: undefined })
  fc.assert(
    fc.property(
      fc.array(anyRow, { minLength: 1, maxLength: 300 }),
      fc.array(fc.nat(400), { maxLength: 50 }),
      anyChosen,
      fc.boolean(),
      anyPrices,
      fc.option(fc.nat(3), { nil: undefined }),
      fc.constantFrom('SEK', 'EUR'),
      fc.constantFrom(...waysToPrice),
      (rows, removed, chosen, inStock, limits, latest, currency, price) => {
        const columns = columnsOf(rows, removed)
        const { terms } = columns
        const term = terms.find(categoryTerms, 'all')
        if (term === undefined) return
        const [from = 0, to = 0] = limits ?? []
        const conditions: Conditions = {
          scope: columns.withTerm(term),
          choices: chosen.map(([facet, values]) => ({
            facet,
            terms: values.flatMap((value) => terms.find(facet, value) ?? []),
          })),
          inStock,
          sold: columns.soldIn(currency),
          arrives: latest === undefined ? undefined : (seq) => (columns.readyDay[seq] ?? 0) <= latest,
          prices: limits && columns.vatClasses.map((_, at) => ({ from: from + at, to })),
          ...price(columns, currency),
        }
        const bySets = selectBySets(columns, conditions, term)
        const inOnePass = selectInOnePass(columns, conditions)
        const isCounted = (_: number, at: number) => terms.all[at]?.facet !== categoryTerms
        expect([...bySets.counts].filter(isCounted)).toEqual([...inOnePass.counts].filter(isCounted))
        expect([...bySets.hits]).toEqual([...inOnePass.hits])
        expect([...bySets.priced]).toEqual([...inOnePass.priced])
        expect(bySets.inStock).toBe(inOnePass.inStock)
        if (chosen.length === 0 && latest === undefined) {
          // Of a search, products may have been removed.
          const unordered = { ...conditions, scope: Uint32Array.from(columns.isListed.keys()).toReversed() }
          expect(selectByLists(columns, unordered)).toEqual(selectInOnePass(columns, unordered))
          expect(selectByLists(columns, { ...conditions, term })).toEqual(inOnePass)
        }
        const newest = new Map(rows.map((row) => [row.seq, row]))
        const canBeBought = ({ stock, price, ownPrices }: ColumnRow) =>
          stock >= 2 && (price !== null || ownPrices.some(([code]) => code === currency))
        const listed = [...newest.values()].filter(({ seq }) => columns.isListed[seq] === 1).filter(canBeBought)
        expect([...membersOf(columns.soldIn(currency))].filter((seq) => columns.isListed[seq] === 1)).toEqual(
          sorted(listed.map(({ seq }) => seq)),
        )
      },
    ),
    { numRuns: 300 },
  )
})

test('all products with a term, and those in stock, are selected and counted the same as in one pass', () => {
  fc.assert(
    fc.property(
      fc.array(anyRow, { minLength: 1, maxLength: 300 }),
      fc.array(fc.nat(400), { maxLength: 50 }),
      fc.constantFrom<[string, string]>([categoryTerms, 'all'], [categoryTerms, 'few'], [brandTerms, 'acme']),
      fc.boolean(),
      fc.constantFrom('SEK', 'EUR'),
      (rows, removed, [facet, value], inStock, currency) => {
        const columns = columnsOf(rows, removed)
        const { terms } = columns
        const term = terms.find(facet, value)
        if (term === undefined) return
        const scope = columns.withTerm(term)
        const conditions: Conditions = { scope, term, choices: [], inStock, sold: columns.soldIn(currency) }
        const all = selectAll(columns, conditions, term)
        const inOnePass = selectInOnePass(columns, conditions)
        const isCounted = (_: number, at: number) => terms.all[at]?.facet !== categoryTerms
        expect([...all.counts].filter(isCounted)).toEqual([...inOnePass.counts].filter(isCounted))
        expect([...all.hits]).toEqual([...inOnePass.hits])
        expect([...all.priced]).toEqual([...inOnePass.priced])
        expect(all.inStock).toBe(inOnePass.inStock)
      },
    ),
    { numRuns: 300 },
  )
})
