import { expect, test } from 'vitest'
import { updatedAtTag } from '../../../../src/server/catalog/change-queries.ts'
import { CatalogIndex } from '../../../../src/server/catalog/columns/catalog-index.ts'
import { freshDatabase, type TestDatabase } from '../../../support/test-database.ts'
import { writeManyProducts } from '../many-products.ts'

const at = '2026-03-01T12:00:00.000Z'

/** Gives products a popularity, and says that they were written at a moment. */
const write = ({ db }: TestDatabase, popularity: number, ids: readonly string[], updatedAt = at) =>
  db.updateTable('products').set({ popularity, updated_at: updatedAt }).where('id', 'in', ids).execute()

function follow(database: TestDatabase) {
  const state = { purged: 0 }
  const index = new CatalogIndex(database, () => (state.purged += 1), { rest: Number.MAX_VALUE })
  const popular = async (popularity: number) =>
    (await index.columns()).popularity.filter((each) => each === popularity).length
  return { state, index, popular }
}

test('of products that an import has changed together, only these are read again', async () => {
  await using database = await freshDatabase()
  await writeManyProducts(database, 600)
  const { state, index, popular } = follow(database)
  expect(await popular(7777)).toBe(0)
  const changed = Array.from({ length: 501 }, (_, nth) => `many-${nth + 1}`)
  await write(database, 7777, changed)
  await write(database, 7777, ['many-600'], '2026-03-02T12:00:00.000Z')
  index.note([updatedAtTag(at)])
  await expect.poll(() => state.purged).toBe(1)
  expect(await popular(7777)).toBe(501)
})

test('a product that changes while those of an import are read is read after them', async () => {
  await using database = await freshDatabase()
  await writeManyProducts(database, 4)
  const { state, index, popular } = follow(database)
  await popular(7777)
  await write(database, 7777, ['many-1', 'many-2'])
  index.note([updatedAtTag(at)])
  await index.columns()
  await write(database, 8888, ['many-1'], '2026-03-02T12:00:00.000Z')
  index.note(['product:many-1'])
  await index.columns()
  await expect.poll(() => state.purged).toBe(1)
  expect([await popular(7777), await popular(8888)]).toEqual([1, 1])
})

test('a second import that ends while the products of the first are read is followed, too', async () => {
  await using database = await freshDatabase()
  await writeManyProducts(database, 4)
  const { index, popular } = follow(database)
  await popular(7777)
  await write(database, 7777, ['many-1'])
  index.note([updatedAtTag(at)])
  await index.columns()
  await write(database, 7777, ['many-2'], '2026-03-02T12:00:00.000Z')
  index.note([updatedAtTag('2026-03-02T12:00:00.000Z')])
  await expect.poll(() => popular(7777)).toBe(2)
})
