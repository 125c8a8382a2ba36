import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { ImportRun } from '../../../src/server/catalog/import/feed-options.ts'
import { newestRuns, undoRun } from '../../../src/server/catalog/import/journal/undo-run.ts'
import { saveProducts } from '../../../src/server/catalog/maintenance/save-products.ts'
import { storedRecords } from '../../../src/server/catalog/maintenance/stored-records.ts'
import { cleanUpImports } from '../../../src/server/jobs/clean-up-imports.ts'
import { fixtureNow } from '../../support/fixture-shop.ts'
import { freshDatabase } from '../../support/test-database.ts'
import { freshShop } from '../../support/test-shop.ts'
import { asNew, begun, cables, catalogue, found, imported, later, undone, updated } from './import-runs.ts'

test('undoing an import leaves the catalogue as it was before', async () => {
  await using shop = await freshDatabase()
  const empty = await catalogue(shop)
  const first = await imported(shop, cables(20))
  const whole = await catalogue(shop)
  const renamed = cables(20).map((row, at) => ({
    ...row,
    name: `Zuleitung ${at}`,
    price: 150,
    colour: 'red',
    sale: at % 2 === 0 ? '120' : '',
    maker: 'Zuleitung GmbH',
  }))
  const second = await imported(shop, [...renamed, ...cables(5, { group: 'Leads' }).map(asNew)], {
    at: later(1),
    name: 'Tone',
  })
  expect(await found(shop, 'Zuleitung')).toBeGreaterThan(0)
  expect(await undone(shop, second)).toEqual({
    restored: 20,
    removed: 5,
    hidden: 0,
    kept: 0,
    keptSkus: [],
    keptCategories: [],
  })
  expect(await catalogue(shop)).toEqual(whole)
  expect(await found(shop, 'Zuleitung')).toBe(0)
  expect(await found(shop, 'Cable')).toBeGreaterThan(0)
  expect(await undone(shop, first)).toEqual({
    restored: 0,
    removed: 20,
    hidden: 0,
    kept: 0,
    keptSkus: [],
    keptCategories: [],
  })
  expect(await catalogue(shop)).toEqual(empty)
  expect(await found(shop, 'Cable')).toBe(0)
})

test('the same products can be imported again after it', async () => {
  await using shop = await freshDatabase()
  const first = await imported(shop, cables(3))
  const whole = await catalogue(shop)
  await undone(shop, first)
  await imported(shop, cables(3), { at: later(2) })
  const again = await catalogue(shop)
  expect(again['prices']).toEqual(whole['prices'])
  expect(again['product_texts']).toEqual(whole['product_texts'])
})

test('products that a feed does not have any more come back with the import that hid them', async () => {
  await using shop = await freshDatabase()
  for (const missing of ['hide', 'sold-out']) {
    await imported(shop, cables(10), { missing, at: later(1) })
    const whole = await catalogue(shop)
    const run = await imported(
      shop,
      cables(6).map((row) => ({ ...row, price: 90 })),
      { missing, at: later(2) },
    )
    expect(await catalogue(shop)).not.toEqual(whole)
    expect(await undone(shop, run)).toMatchObject({ restored: 10, kept: 0 })
    expect(await catalogue(shop)).toEqual(whole)
  }
})

test('prices and stock of an update come back, and prices that it added go', async () => {
  await using shop = await freshDatabase()
  await imported(shop, cables(4))
  const whole = await catalogue(shop)
  const run = await updated(shop, 'article;price;price10;stock\nC-0;55;50;3\nC-2;66;;0\n', later(3))
  expect(await catalogue(shop)).not.toEqual(whole)
  expect(await undone(shop, run)).toEqual({
    restored: 2,
    removed: 0,
    hidden: 0,
    kept: 0,
    keptSkus: [],
    keptCategories: [],
  })
  expect(await catalogue(shop)).toEqual(whole)
})

test('units that were sold since stay sold', async () => {
  await using shop = await freshDatabase()
  await imported(shop, cables(2))
  const run = await imported(shop, cables(2, { stock: 30 }), { at: later(1) })
  await shop.db
    .updateTable('stock')
    .set({ on_hand: sql<number>`on_hand - 4` })
    .execute()
  await undone(shop, run)
  const units = await shop.db.selectFrom('stock').select('on_hand').execute()
  expect(units).toEqual([{ on_hand: 3 }, { on_hand: 3 }])
})

test('what was changed after the import stays, and is counted', async () => {
  await using shop = await freshDatabase()
  await imported(shop, cables(5))
  const run = await imported(shop, cables(5, { colour: 'white' }), { at: later(1) })
  await updated(shop, 'article;price;price10;stock\nC-3;500;;9\n', later(2))
  expect(await undone(shop, run)).toEqual({
    restored: 4,
    removed: 0,
    hidden: 0,
    kept: 1,
    keptSkus: ['C-3'],
    keptCategories: [],
  })
  const [three] = await shop.db.selectFrom('products').select('id').where('sku', '=', 'C-3').execute()
  const stored = await storedRecords(shop.db, shop.kind, [three?.id ?? ''])
  expect(stored[0]?.record.attributes).toEqual([{ attribute_id: 'colour_of', value: 'white' }])
  expect(await newestRuns(shop.db, new Date(), 10)).toMatchObject([
    { state: 'done', files: ['fans.csv'] },
    { number: run, state: 'undone', kept: 1 },
    { state: 'done', created: 5 },
  ])
})

test('new products that somebody wants are hidden instead of deleted', async () => {
  await using shop = await freshDatabase()
  const run = await imported(shop, cables(3))
  const [one] = await shop.db.selectFrom('products').select('id').where('sku', '=', 'C-1').execute()
  await shop.db
    .insertInto('stock_alerts')
    .values({
      id: 'alert',
      product_id: one?.id ?? '',
      email: 'eva@example.com',
      language: 'sv',
      created_at: later(1),
      confirmed_at: null,
      stopped_at: null,
      notified_at: null,
    })
    .execute()
  expect(await undone(shop, run)).toEqual({
    restored: 0,
    removed: 2,
    hidden: 1,
    kept: 0,
    keptSkus: [],
    keptCategories: [],
  })
  expect(await shop.db.selectFrom('products').select(['sku', 'status']).execute()).toEqual([
    { sku: 'C-1', status: 'draft' },
  ])
  expect(await found(shop, 'Cable 1')).toBe(0)
})

test('an import cannot be undone twice, without its notes, or when there is none', async () => {
  await using shop = await freshDatabase()
  await expect(undone(shop, 4)).rejects.toThrow('There is no import 4.')
  const first = await imported(shop, cables(2))
  await cleanUpImports({ db: shop.db, kind: shop.kind, now: () => new Date(Date.now() + 31 * 86_400_000) })
  await expect(undone(shop, first)).rejects.toThrow('too old to be undone')
  const second = await imported(shop, cables(3), { at: later(1) })
  await undone(shop, second)
  await expect(undone(shop, second)).rejects.toThrow('has been undone already')
})

test('every product of the fixture shop is restored from what is stored of it', async () => {
  await using shop = await freshShop({ seeded: true })
  const { db, kind } = shop
  const whole = await catalogue(shop)
  const run: ImportRun = {}
  const now = new Date('2026-02-01T00:00:00.000Z')
  const journal = await begun(shop, { title: 'all.csv', run, now })
  const ids = (await db.selectFrom('products').select('id').execute()).map(({ id }) => id)
  const records = (await storedRecords(db, kind, ids)).map(({ record }) => ({
    ...record,
    attributes: [],
    part_numbers: [],
    device_ids: [],
    relations: [],
    set_items: [],
    picture_ids: [],
    subscription_days: [],
    prices: [],
    decoration: 'sale',
    popularity: 1,
  }))
  await journal?.products(ids, (trx) => saveProducts(trx, records, { kind, now, productPath: () => '/' }))
  await journal?.end({ created: 0, changed: ids.length })
  expect(await catalogue(shop)).not.toEqual(whole)
  expect(await undoRun({ db, kind, now: fixtureNow }, run.number ?? 0)).toMatchObject({
    restored: ids.length,
    kept: 0,
  })
  expect(await catalogue(shop)).toEqual(whole)
})
