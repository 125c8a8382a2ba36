import { expect, test } from 'vitest'
import { CatalogIndex } from '../../../../src/server/catalog/columns/catalog-index.ts'
import { freshDatabase, type TestDatabase } from '../../../support/test-database.ts'
import { writeManyProducts } from '../many-products.ts'

const count = 40
const collator = new Intl.Collator('en')

const textOf = (product_id: string, name: string) =>
  ({ product_id, language: 'en', name, prefix: '', slug: product_id, description: '', label: '' }) as const

/** An index of products with names and weights, whose reads can be held, with how many rows it has read. */
async function followed(database: TestDatabase, weightIsFacet: 0 | 1 = 0, options?: { maxFollowed: number }) {
  const { db } = database
  await writeManyProducts(database, count)
  const ids = Array.from({ length: count }, (_, at) => `many-${at + 1}`)
  const texts = ids.map((id, at) => textOf(id, `Part ${String(at + 10)}`))
  await db.insertInto('product_texts').values(texts).execute()
  await db.insertInto('attributes').values({ id: 'weight', unit: 'g', facet: weightIsFacet, position: 0 }).execute()
  const weights = ids.map((product_id, at) => ({ product_id, attribute_id: 'weight', value: `${at % 8}`, position: 0 }))
  await db.insertInto('product_attributes').values(weights).execute()
  const state = { rows: 0, gate: Promise.resolve() }
  const listDb = db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      await state.gate
      state.rows += result.rows.length
      return result
    },
  })
  return { state, index: new CatalogIndex({ ...database, listDb }, () => {}, options) }
}

type Index = CatalogIndex

async function byName(index: Index): Promise<string[]> {
  const columns = await index.columns()
  const names = await index.orders.names('en', columns)
  const by = { priceOf: () => 0, names: names.texts, collator }
  const { seqs } = await index.orders.order('name en', columns, 'name', by, names)
  return [...seqs].map((seq) => names.texts[seq] ?? '')
}

async function byPopularity(index: Index): Promise<number[]> {
  const columns = await index.columns()
  const by = { priceOf: () => 0, names: [], collator }
  const { seqs } = await index.orders.order('popular', columns, 'popular', by)
  return [...seqs].map((seq) => columns.popularity[seq] ?? 0)
}

async function weights(index: Index): Promise<Map<number, number>> {
  const columns = await index.columns()
  const { smallest } = await index.orders.ranks('weight', 'en', columns)
  return new Map([...columns.listed()].map((seq) => [columns.popularity[seq] ?? 0, smallest[seq] ?? 0]))
}

/** Renames a product and gives it a popularity by which tests find it. */
async function rename({ db }: TestDatabase, id: string, name: string, popularity: number): Promise<void> {
  await db.updateTable('product_texts').set({ name }).where('product_id', '=', id).execute()
  await db.updateTable('products').set({ popularity, updated_at: name }).where('id', '=', id).execute()
}

test.for([0, 1] as const)('a changed product has its new place, and only it is read (facet %i)', async (isFacet) => {
  await using database = await freshDatabase()
  const { state, index } = await followed(database, isFacet)
  expect((await byName(index))[0]).toBe('Part 10')
  expect((await byPopularity(index))[0]).toBe(count)
  expect((await weights(index)).get(3)).toBe(3)
  await rename(database, 'many-3', 'A part', 77)
  await database.db.updateTable('product_attributes').set({ value: '100' }).where('product_id', '=', 'many-3').execute()
  state.rows = 0
  index.note(['product:many-3'])
  expect((await byName(index)).slice(0, 2)).toEqual(['A part', 'Part 10'])
  expect((await byPopularity(index)).slice(0, 2)).toEqual([77, count])
  expect((await weights(index)).get(77)).toBe(9)
  expect(await weights(index)).toHaveLength(count)
  expect(state.rows).toBeLessThan(count / 4)
})

test('products that come and go are in the orders and have names and ranks', async () => {
  await using database = await freshDatabase()
  const { db } = database
  const { index } = await followed(database)
  const before = await db.selectFrom('search_documents').selectAll().where('product_id', '=', 'many-5').execute()
  await db.deleteFrom('search_documents').where('product_id', '=', 'many-5').execute()
  expect(await byName(index)).toHaveLength(count - 1)
  expect(await byPopularity(index)).not.toContain(5)
  expect((await weights(index)).has(5)).toBe(false)
  await db.insertInto('search_documents').values(before).execute()
  index.note(['product:many-5'])
  expect((await byName(index)).indexOf('Part 14')).toBe(4)
  expect((await byPopularity(index)).indexOf(5)).toBe(count - 5)
  expect((await weights(index)).get(5)).toBe(5)
})

test('an order by names that were old when it was made is made again when they have been read', async () => {
  await using database = await freshDatabase()
  const { state, index } = await followed(database)
  await byName(index)
  const held = Promise.withResolvers<void>()
  state.gate = held.promise
  await rename(database, 'many-3', 'A part', 77)
  index.note(['product:many-3'])
  expect((await byName(index))[0]).toBe('Part 10')
  held.resolve()
  await expect.poll(async () => (await byName(index))[0]).toBe('A part')
})

test('sort orders follow the catalogue after it was read again', async () => {
  await using database = await freshDatabase()
  const { index } = await followed(database)
  await Promise.all([byName(index), byPopularity(index), weights(index)])
  await rename(database, 'many-3', 'A part', 77)
  index.note(['catalog'])
  expect((await byName(index))[0]).toBe('A part')
  expect((await byPopularity(index))[0]).toBe(77)
  expect((await weights(index)).get(77)).toBe(3)
})

test('products rank by a facet as the columns have it: the smallest and the largest of several values', async () => {
  await using database = await freshDatabase()
  const { state, index } = await followed(database, 1)
  const more = { product_id: 'many-3', attribute_id: 'weight', value: '5', position: 1 }
  await database.db.insertInto('product_attributes').values(more).execute()
  const columns = await index.columns()
  state.rows = 0
  const { smallest, largest, most } = await index.orders.ranks('weight', 'en', columns)
  const seq = columns.popularity.indexOf(3)
  // The values 0 to 7 have the ranks 1 to 8.
  expect([smallest[seq], largest[seq], most]).toEqual([3, 6, 8])
  expect(state.rows).toBe(0)
})

test('where more products have changed than are followed, every order is made anew', async () => {
  await using database = await freshDatabase()
  const { state, index } = await followed(database, 0, { maxFollowed: 0 })
  await Promise.all([byName(index), byPopularity(index), weights(index)])
  await rename(database, 'many-3', 'A part', 77)
  state.rows = 0
  index.note(['product:many-3'])
  expect((await byName(index))[0]).toBe('A part')
  expect((await byPopularity(index))[0]).toBe(77)
  expect((await weights(index)).get(77)).toBe(3)
  expect(state.rows).toBeGreaterThanOrEqual(2 * count)
})
