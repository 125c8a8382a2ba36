import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ColumnRow } from '../../../../src/server/catalog/columns/column-row.ts'
import { ProductChanges } from '../../../../src/server/catalog/columns/product-changes.ts'
import { ProductColumns } from '../../../../src/server/catalog/columns/product-columns.ts'
import { sortAgain } from '../../../../src/server/catalog/columns/sort-again.ts'
import { orderOf } from '../../../../src/server/catalog/columns/sorted/page-of-hits.ts'

const row = (seq: number, popularity: number): ColumnRow => ({
  seq,
  brand: null,
  vatClass: 'standard',
  price: 1,
  ownPrices: [],
  popularity,
  publishedAt: 0,
  version: 0,
  stock: 3,
  readyDay: 0,
  waitDays: 0,
  grams: 1,
  mainCategory: null,
  categories: [],
  attributes: [],
})

/** A product gets a popularity, and is listed if it was not; without one it is listed no more. */
const anyChange = fc.tuple(fc.nat(60), fc.option(fc.nat(9)))

test('after any changes an order is the one that sorting all products gives', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(9), { maxLength: 50 }), fc.array(anyChange), async (popularities, changes) => {
      const columns = new ProductColumns()
      const compare = (one: number, other: number) =>
        (columns.popularity[other] ?? 0) - (columns.popularity[one] ?? 0) || one - other
      const sorted = () => orderOf(columns.listed().toSorted(compare), columns.size)
      for (const [seq, popularity] of popularities.entries()) columns.put(row(seq, popularity))
      columns.endReading()
      let order = sorted()
      let seen = columns.changes.newest
      for (const [at, [seq, popularity]] of changes.entries()) {
        if (popularity === null) columns.remove(seq)
        else columns.put(row(seq, popularity))
        if (at % 3 !== 0) continue
        order = await sortAgain(order, columns, columns.changes.since(seen) ?? [], compare)
        seen = columns.changes.newest
        expect(order).toEqual(sorted())
      }
    }),
  )
})

test('a product that leaves and comes back between two looks gets its new place', async () => {
  const columns = new ProductColumns()
  for (const seq of [0, 1, 2]) columns.put(row(seq, 5 - seq))
  columns.endReading()
  const before = orderOf(Uint32Array.from([0, 1, 2]), 3)
  columns.remove(0)
  columns.put(row(0, 1))
  const compare = (one: number, other: number) => (columns.popularity[other] ?? 0) - (columns.popularity[one] ?? 0)
  expect([...(await sortAgain(before, columns, columns.changes.since(0) ?? [], compare)).seqs]).toEqual([1, 2, 0])
})

test('the last 100,000 changes are known, and of older ones that they are not', () => {
  const changes = new ProductChanges()
  const total = 450_000
  for (let at = 0; at < total; at += 1) changes.record(at % 7)
  expect(changes.newest).toBe(total)
  expect(changes.since(total)).toEqual([])
  expect(changes.since(total - 2)).toEqual([(total - 2) % 7, (total - 1) % 7])
  expect(changes.since(total - 100_000)).toHaveLength(7)
  expect(changes.since(total - 200_001)).toBeUndefined()
})
