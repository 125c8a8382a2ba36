import { afterEach, beforeEach, expect, test } from 'vitest'
import { CatalogIndex } from '../../../src/server/catalog/columns/catalog-index.ts'
import { docsWithValues, scoredDocuments } from '../../../src/server/search/hit-queries.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { fixtureShop } from '../ordering/checkout/buyer.ts'

let shop: Shop & AsyncDisposable
let index: CatalogIndex
beforeEach(async () => {
  shop = await fixtureShop()
  index = new CatalogIndex(shop, () => {}, { minWithFacts: 0 })
})
afterEach(() => shop[Symbol.asyncDispose]())

const allDocs = async () => (await shop.db.selectFrom('search_documents').select('doc').execute()).map(({ doc }) => doc)

/** What all documents are scored by, as the columns or the database say. */
async function scored(isInMemory: boolean) {
  const factsOf = isInMemory ? await index.facts() : undefined
  expect(factsOf !== undefined).toBe(isInMemory)
  const categories = await shop.db.selectFrom('categories').select('id').orderBy('id').execute()
  const asked = categories.slice(0, 2).map(({ id }) => id)
  const rows = await scoredDocuments(shop.db, await allDocs(), asked, { known: undefined, factsOf })
  return rows.toSorted((one, other) => one.doc - other.doc)
}

test('the columns of lists say the same of documents as the database', async () => {
  await index.columns()
  const rows = await scored(false)
  expect(await scored(true)).toEqual(rows)
  for (const key of ['in_stock', 'is_asked', 'category_id'] as const)
    expect(new Set(rows.map((row) => row[key])).size, key).toBeGreaterThan(1)
})

test('a change of stock or category is seen by the next search', async () => {
  await index.columns()
  const before = await scored(true)
  await shop.db.updateTable('stock').set({ on_hand: 0, reserved: 0, incoming_at: null }).execute()
  await shop.db.updateTable('products').set({ main_category_id: null }).where('id', '=', 'bat').execute()
  const tags = (await shop.db.selectFrom('products').select('id').execute()).map(({ id }) => `product:${id}`)
  await shop.db
    .insertInto('invalidations')
    .values(tags.map((tag) => ({ tag, created_at: shop.now().toISOString() })))
    .execute()
  const after = await scored(true)
  expect(after).toEqual(await scored(false))
  expect(after).not.toEqual(before)
})

test('who has read the number of the newest change gets what it changed', async () => {
  await index.columns()
  const newest = async () => (await shop.db.selectFrom('invalidations').select('seq').execute()).at(-1)?.seq ?? 0
  const inStock = async () => {
    const factsOf = await index.facts(await newest())
    return (await allDocs()).filter((doc) => factsOf?.([])(doc % 2 ** 32)?.in_stock === 1).length
  }
  const before = await inStock()
  await shop.db.updateTable('stock').set({ on_hand: 0, reserved: 0 }).execute()
  const ids = await shop.db.selectFrom('products').select('id').execute()
  const tags = ids.map(({ id }) => ({ tag: `product:${id}`, created_at: shop.now().toISOString() }))
  await shop.db.insertInto('invalidations').values(tags).execute()
  const [seen, again] = await Promise.all([inStock(), inStock()])
  expect(seen).toBeLessThan(before)
  expect(again).toBe(seen)
  const { stock, isListed } = await index.columns(await newest())
  expect(stock.filter((place, seq) => isListed[seq] === 1 && place > 1)).toHaveLength(seen)
})

test('searches read facts themselves before lists have done so, and in a small shop', async () => {
  expect(await index.facts()).toBeUndefined()
  await index.columns()
  expect(await index.facts()).toBeDefined()
  index.note(['catalog'])
  await expect.poll(() => index.facts()).toBeDefined()
  const small = new CatalogIndex(shop, () => {})
  await small.columns()
  expect(await small.facts()).toBeUndefined()
})

test('a product that lists do not have is read from the database', async () => {
  await index.columns()
  const rows = await scored(false)
  const known = await index.facts()
  const [first] = rows
  const factsOf: typeof known = (asked) => (seq) =>
    seq === (first?.doc ?? 0) % 2 ** 32 ? undefined : known?.(asked)(seq)
  const docs = rows.map(({ doc }) => doc)
  const read = await scoredDocuments(shop.db, docs, [], { known: undefined, factsOf })
  expect(read.map(({ doc }) => doc).toSorted((one, other) => one - other)).toEqual(docs)
})

const values = [
  { attributeId: 'tint', value: 'black' },
  { attributeId: 'tint', value: 'white' },
]

test('keeps the documents of products with one of the values, each once', async () => {
  const [one, two, other] = await shop.db.selectFrom('search_documents').select(['doc', 'product_id']).execute()
  const rows = [one, one, two].map((row, position) => ({
    product_id: row?.product_id ?? '',
    attribute_id: 'tint',
    position,
    value: position === 1 ? 'white' : 'black',
  }))
  await shop.db.insertInto('attributes').values({ id: 'tint', unit: '', facet: 1, position: 1 }).execute()
  await shop.db.insertInto('product_attributes').values(rows).execute()
  const docs = [one, two, other].map((row) => row?.doc ?? 0)
  const found = await docsWithValues(shop.db, shop.kind, docs, values)
  expect(found.toSorted((doc, next) => doc - next)).toEqual(docs.slice(0, 2).toSorted((doc, next) => doc - next))
})
