import { afterEach, beforeEach, expect, test } from 'vitest'
import { storedSource, writtenSource, type WrittenRows } from '../../../src/server/search/document-source.ts'
import { readDocuments, type Documents } from '../../../src/server/search/read-documents.ts'
import type { TestDatabase } from '../../support/test-database.ts'
import { aCatalogue } from './a-catalogue.ts'

let shop: TestDatabase
beforeEach(async () => {
  shop = await aCatalogue()
})
afterEach(() => shop.close())

/** The rows of products, as whoever has written them knows them. */
async function rowsOf(ids: readonly string[]): Promise<WrittenRows> {
  const { db } = shop
  const of = <Row extends { product_id: string }>(rows: Row[]): Row[] =>
    rows.filter((row) => ids.includes(row.product_id)).toReversed()
  return {
    products: (await db.selectFrom('products').selectAll().execute()).filter((row) => ids.includes(row.id)),
    texts: of(await db.selectFrom('product_texts').selectAll().execute()),
    numbers: of(await db.selectFrom('part_numbers').selectAll().execute()),
    listings: of(await db.selectFrom('category_products').selectAll().execute()),
    attributes: of(await db.selectFrom('product_attributes').selectAll().execute()),
    devices: of(await db.selectFrom('product_devices').selectAll().execute()),
  }
}

function comparable({ documents, words }: Documents) {
  const ordered = (texts: readonly string[]) => [...new Set(texts.join(' ').split(' '))].sort()
  const all = documents.map((each) => ({ ...each, terms: ordered(each.terms), numbers: ordered(each.numbers) }))
  return { documents: all.sort((one, other) => (one.productId < other.productId ? -1 : 1)), words: ordered([...words]) }
}

test('documents of written rows are those of the tables', async () => {
  const rows = await shop.db.selectFrom('products').select(['id', 'parent_id']).execute()
  const parents = new Set(rows.map((row) => row.parent_id))
  const ids = rows.filter((row) => row.parent_id === null && !parents.has(row.id)).map((row) => row.id)
  const written = await writtenSource(shop.db, shop.kind, await rowsOf(ids))
  expect(written).toBeDefined()
  if (!written) return
  const made = await readDocuments(written, ids)
  expect(made.documents.length).toBeGreaterThan(3)
  expect(comparable(made)).toEqual(comparable(await readDocuments(storedSource(shop.db, shop.kind), ids)))
})

test('a product with choices, and a choice, are read from the tables', async () => {
  for (const id of ['keyboard', 'keyboard-us'])
    expect(await writtenSource(shop.db, shop.kind, await rowsOf([id]))).toBeUndefined()
})
