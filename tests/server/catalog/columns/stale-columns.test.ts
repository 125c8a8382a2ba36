import { expect, test, vi } from 'vitest'
import { manyProductsTag } from '../../../../src/server/catalog/change-queries.ts'
import { CatalogIndex } from '../../../../src/server/catalog/columns/catalog-index.ts'
import { freshDatabase, type TestDatabase } from '../../../support/test-database.ts'
import { writeManyProducts } from '../many-products.ts'

/** An index whose reads can be held, with how often it has purged the pages of the catalogue. */
function heldIndex(database: TestDatabase, options?: { rest: number }) {
  const state = { purged: 0, failures: 0, gate: Promise.resolve() }
  const log = { error: vi.fn() }
  const listDb = database.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      await state.gate
      if (state.failures > 0) {
        state.failures -= 1
        throw new Error('Nobody reads.')
      }
      return result
    },
  })
  const index = new CatalogIndex({ ...database, listDb }, () => (state.purged += 1), { ...options, log })
  return { state, log, index, listed: async () => (await index.columns()).listed().length }
}

/** Makes the catalogue as large as one of so many products. */
const enlarge = ({ db }: TestDatabase, seq: number) =>
  db.updateTable('search_documents').set({ seq }).where('product_id', '=', 'many-4').execute()
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
  await enlarge(database, 9_000)
  const { state, index, listed } = heldIndex(database)
  expect(await listed()).toBe(4)
  await unlist(database, 'many-1')
  index.note(['catalog'])
  await expect.poll(listed).toBe(3)
  expect(state.purged).toBe(1)
})

test('pages do not wait for a catalogue in which many products have changed, unless it is small', async () => {
  await using database = await freshDatabase()
  await writeManyProducts(database, 4)
  await enlarge(database, 1_500)
  const { state, index, listed } = heldIndex(database)
  expect(await listed()).toBe(4)
  const held = Promise.withResolvers<void>()
  state.gate = held.promise
  await unlist(database, 'many-1')
  index.note(['catalog', manyProductsTag])
  expect(await listed()).toBe(4)
  expect(state.purged).toBe(0)
  held.resolve()
  await expect.poll(() => state.purged).toBe(1)
  expect(await listed()).toBe(3)
  await unlist(database, 'many-2')
  index.note(['catalog'])
  expect(await listed()).toBe(2)
  expect(state.purged).toBe(1)
})

test('a large catalogue that changes again is read after a rest, and its changed products at once', async () => {
  await using database = await freshDatabase()
  await writeManyProducts(database, 4)
  await enlarge(database, 9_000)
  const { index, listed } = heldIndex(database, { rest: Number.MAX_VALUE })
  await listed()
  await unlist(database, 'many-1')
  index.note(['catalog'])
  await expect.poll(listed).toBe(3)
  const popular = async () => (await index.columns()).popularity.includes(77)
  await database.db.updateTable('products').set({ popularity: 77 }).where('id', '=', 'many-3').execute()
  index.note(['catalog'])
  expect(await popular()).toBe(false)
  index.note(['product:many-3'])
  expect(await popular()).toBe(true)
})

test('after the rest the catalogue is read by itself', async () => {
  await using database = await freshDatabase()
  await writeManyProducts(database, 4)
  await enlarge(database, 9_000)
  const { state, index, listed } = heldIndex(database, { rest: 0.5 })
  await listed()
  for (const [round, id] of ['many-1', 'many-2'].entries()) {
    await unlist(database, id)
    index.note(['catalog'])
    await listed()
    await expect.poll(() => state.purged).toBe(round + 1)
  }
  expect(await listed()).toBe(2)
})

test('after an import the catalogue is read by itself, also when reading it fails at first', async () => {
  await using database = await freshDatabase()
  await writeManyProducts(database, 4)
  await enlarge(database, 1_500)
  const { state, index, listed } = heldIndex(database)
  await listed()
  for (const [round, id] of ['many-1', 'many-2'].entries()) {
    await unlist(database, id)
    state.failures = round
    index.note(['catalog', manyProductsTag])
    await expect.poll(() => state.purged).toBe(round + 1)
  }
  expect(state.failures).toBe(0)
  expect(await listed()).toBe(2)
})

test('the log says once why the catalogue cannot be read again, until it can be', async () => {
  await using database = await freshDatabase()
  await writeManyProducts(database, 4)
  const { state, log, index, listed } = heldIndex(database)
  await listed()
  for (const round of [1, 2]) {
    await unlist(database, `many-${round}`)
    state.failures = 2
    index.note(['catalog'])
    await expect.poll(listed).toBe(4 - round)
    expect(log.error).toHaveBeenCalledTimes(round)
  }
  expect(log.error.mock.lastCall).toEqual([
    { err: expect.objectContaining({ message: 'Nobody reads.' }) },
    'the products of lists could not be read again',
  ])
})
