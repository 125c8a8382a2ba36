import { expect, test } from 'vitest'
import type { ImportRun } from '../../../src/server/catalog/import/feed-options.ts'
import { newestRuns } from '../../../src/server/catalog/import/journal/undo-run.ts'
import { recoverImports } from '../../../src/server/catalog/import/journal/with-journal.ts'
import { saveProducts } from '../../../src/server/catalog/maintenance/save-products.ts'
import { storedRecords } from '../../../src/server/catalog/maintenance/stored-records.ts'
import { cleanUpImports } from '../../../src/server/jobs/clean-up-imports.ts'
import { freshDatabase, type TestDatabase } from '../../support/test-database.ts'
import { asNew, begun, cables, catalogue, imported, later, undone } from './import-runs.ts'

/** An import that has written some products when its process is killed. */
async function killed(shop: TestDatabase, owner: string, run: ImportRun = {}): Promise<void> {
  const { db, kind } = shop
  const journal = await begun(shop, { title: 'killed.csv', now: new Date(later(5)), run })
  const stored = await storedRecords(db, kind, await idsOf(shop))
  const records = stored.map(({ record }) => ({ ...record, popularity: 99, prices: [] }))
  const options = { kind, now: new Date(later(5)), productPath: () => '/' }
  const ids = records.map(({ id }) => id)
  await journal?.products(ids, (trx) => saveProducts(trx, records, options))
  await db.updateTable('catalog_imports').set({ owner }).where('title', '=', 'killed.csv').execute()
}

const idsOf = async ({ db }: TestDatabase) =>
  (await db.selectFrom('products').select('id').execute()).map(({ id }) => id)

test('an import whose process was killed is taken back by the next one, or by the shop', async () => {
  await using shop = await freshDatabase()
  await imported(shop, cables(3))
  const whole = await catalogue(shop)
  await killed(shop, 'another-machine 17')
  expect(await recoverImports({ db: shop.db, kind: shop.kind, now: new Date(later(6)) })).toEqual([])
  await shop.db.updateTable('catalog_imports').set({ beat_at: '2026-01-01T00:00:00.000Z' }).execute()
  expect(await newestRuns(shop.db, new Date(), 1)).toMatchObject([{ state: 'interrupted' }])
  await cleanUpImports({ db: shop.db, kind: shop.kind, now: () => new Date(later(6)) })
  expect(await catalogue(shop)).toEqual(whole)
  await killed(shop, 'another-machine 18')
  await shop.db
    .updateTable('catalog_imports')
    .set({ beat_at: '2026-01-01T00:00:00.000Z' })
    .where('state', '=', 'writing')
    .execute()
  await imported(shop, cables(3), { at: later(7) })
  expect(await catalogue(shop)).toEqual(whole)
})

test('files that a killed command had finished stay, beside the one taken back, and are undone with it', async () => {
  await using shop = await freshDatabase()
  const { db, kind } = shop
  await imported(shop, cables(3))
  const whole = await catalogue(shop)
  const run: ImportRun = {}
  await imported(shop, cables(3, { colour: 'grey' }), { at: later(4), run })
  await killed(shop, 'another-machine 17', run)
  await db
    .updateTable('catalog_imports')
    .set({ beat_at: '2026-01-01T00:00:00.000Z' })
    .where('state', '=', 'writing')
    .execute()
  expect(await recoverImports({ db, kind, now: new Date(later(6)) })).toEqual(['killed.csv'])
  const [left] = await newestRuns(db, new Date(), 1)
  expect(left).toMatchObject({ number: run.number, state: 'done', changed: 3, takenBack: ['killed.csv'] })
  expect(left?.files).toHaveLength(2)
  await undone(shop, run.number ?? 0)
  expect(await catalogue(shop)).toEqual(whole)
  expect(await newestRuns(db, new Date(), 1)).toMatchObject([{ state: 'undone', takenBack: [] }])
})

test('imports at the same time are written one after the other, and know each other', async () => {
  await using shop = await freshDatabase()
  const few = [cables(40), cables(40).map(asNew), cables(10, { colour: 'grey' })]
  await Promise.all(few.map((rows, at) => imported(shop, rows, { at: later(1 + at) })))
  const { db } = shop
  expect(await db.selectFrom('products').select('id').execute()).toHaveLength(80)
  expect(await db.selectFrom('categories').select('product_count as count').execute()).toEqual([{ count: 80 }])
  const runs = await newestRuns(db, new Date(), 10)
  expect(runs.map(({ state }) => state)).toEqual(['done', 'done', 'done'])
  for (const { number } of runs) await undone(shop, number)
  expect(await db.selectFrom('products').select('id').execute()).toEqual([])
  expect(await db.selectFrom('categories').select('id').execute()).toEqual([])
})

test('a process that was taken for dead writes nothing more', async () => {
  await using shop = await freshDatabase()
  const { db } = shop
  await imported(shop, cables(2))
  const journal = await begun(shop, { title: 'slow.csv', now: new Date(later(5)) })
  expect(await begun(shop, { title: 'other.csv', now: new Date() })).toBeUndefined()
  await expect(undone(shop, journal?.number ?? 0)).rejects.toThrow('An import is running')
  await db
    .updateTable('catalog_imports')
    .set({ owner: 'another-machine 19' })
    .where('number', '=', journal?.number ?? 0)
    .execute()
  const whole = await catalogue(shop)
  const write = journal?.products(await idsOf(shop), async (trx) => {
    await trx.updateTable('products').set({ popularity: 7 }).execute()
  })
  await expect(write).rejects.toThrow('taken over by another process')
  expect(await catalogue(shop)).toEqual(whole)
})
