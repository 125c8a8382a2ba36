import { expect, test } from 'vitest'
import { CatalogIndex } from '../../../../src/server/catalog/columns/catalog-index.ts'
import { freshDatabase, type TestDatabase } from '../../../support/test-database.ts'
import { writeManyProducts } from '../many-products.ts'

/** An index whose reads can be held, with how often it has purged the pages of the catalogue. */
function heldIndex(database: TestDatabase) {
  const state = { purged: 0, gate: Promise.resolve() }
  const listDb = database.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      await state.gate
      return result
    },
  })
  const index = new CatalogIndex({ ...database, listDb }, () => (state.purged += 1))
  return { state, index, listed: async () => (await index.columns()).listed().length }
}

const unlist = (database: TestDatabase, id: string) =>
  database.db.deleteFrom('search_documents').where('product_id', '=', id).execute()

test('a change that comes while the catalogue is read again is read after it, without a further change', async () => {
  await using database = await freshDatabase()
  await writeManyProducts(database, 4)
  const { state, index, listed } = heldIndex(database)
  expect(await listed()).toBe(4)
  const held = Promise.withResolvers<void>()
  state.gate = held.promise
  index.note(['catalog'])
  expect(await listed()).toBe(4)
  await unlist(database, 'many-1')
  index.note(['catalog'])
  expect(await listed()).toBe(4)
  held.resolve()
  await expect.poll(listed).toBe(3)
})

test('pages of a large catalogue do not wait until it has been read again, and are purged then', async () => {
  await using database = await freshDatabase()
  await writeManyProducts(database, 4)
  await database.db.updateTable('search_documents').set({ seq: 9_000 }).where('product_id', '=', 'many-4').execute()
  const { state, index, listed } = heldIndex(database)
  expect(await listed()).toBe(4)
  await unlist(database, 'many-1')
  index.note(['catalog'])
  await expect.poll(listed).toBe(3)
  expect(state.purged).toBe(1)
})
