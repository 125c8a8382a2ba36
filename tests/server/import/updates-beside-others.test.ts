import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { changePricesIn } from '../../../src/server/catalog/changes/change-goods.ts'
import { lockStock, newestImports } from '../../../src/server/catalog/import/journal/journal-queries.ts'
import type { DatabaseTransaction } from '../../../src/server/platform/db/tables.ts'
import type { TestDatabase } from '../../support/test-database.ts'
import { aRecord } from './a-record.ts'
import { undone } from './import-runs.ts'
import { shopWith, update, updatedAt } from './updated-shop.ts'

/** Longer than the import takes to compare its file and to ask for the lock of the stock. */
const otherMs = 700

/** Imports a feed while another transaction, which holds the stock of a product, has not ended yet. */
async function updateBeside(shop: TestDatabase, feed: string, work: (trx: DatabaseTransaction) => Promise<unknown>) {
  const held = Promise.withResolvers<void>()
  const other = shop.db.transaction().execute(async (trx) => {
    await lockStock(trx, shop.kind, ['a'])
    await work(trx)
    held.resolve()
    // SQLite writes one transaction after the other.
    if (shop.kind === 'postgres') await sleep(otherMs)
  })
  await held.promise
  const report = await update(shop, feed)
  await other
  return report
}

const stockOf = ({ db }: TestDatabase) =>
  db.selectFrom('stock').select(['product_id', 'on_hand', 'reserved']).orderBy('product_id').execute()

const hashOf = async ({ db }: TestDatabase, id: string) =>
  (await db.selectFrom('products').select('content_hash').where('id', '=', id).executeTakeFirst())?.content_hash

async function newestRun({ db }: TestDatabase): Promise<number> {
  const [newest] = await newestImports(db, 1)
  return newest?.run ?? 0
}

test('units that an order reserves in the same moment stay, and an undo knows of them', async () => {
  await using shop = await shopWith(aRecord('a'), aRecord('b'))
  const reserve = (trx: DatabaseTransaction) =>
    trx.updateTable('stock').set({ reserved: 6 }).where('product_id', '=', 'a').execute()
  const report = await updateBeside(shop, 'article;price;stock\nSKU-a;80;2\nSKU-b;90;3\n', reserve)
  expect(report).toMatchObject({ changed: 2 })
  expect(await stockOf(shop)).toEqual([
    { product_id: 'a', on_hand: 6, reserved: 6 },
    { product_id: 'b', on_hand: 3, reserved: 0 },
  ])
  expect(await hashOf(shop, 'a')).toBe(' 6/')
  expect(await hashOf(shop, 'b')).toBe(' 3/')
  await undone(shop, await newestRun(shop))
  expect(await stockOf(shop)).toMatchObject([{ on_hand: 10 }, { on_hand: 10 }])
})

test('a price that somebody sets in the same moment ends in the history, and comes back with an undo', async () => {
  await using shop = await shopWith(aRecord('a'), aRecord('b'))
  const now = new Date('2026-02-15T00:00:00.000Z')
  const set = (trx: DatabaseTransaction) =>
    changePricesIn(trx, { kind: shop.kind, now }, [
      { sku: 'SKU-a', prices: [{ currency: 'SEK', min_quantity: 1, amount: 12_300 }] },
    ])
  await updateBeside(shop, 'article;price;stock\nSKU-a;80;2\nSKU-b;90;3\n', set)
  const history = await shop.db
    .selectFrom('price_history')
    .select(['amount', 'valid_until'])
    .where('product_id', '=', 'a')
    .orderBy('valid_from')
    .execute()
  expect(history).toEqual([
    { amount: 19_900, valid_until: now.toISOString() },
    { amount: 12_300, valid_until: updatedAt },
    { amount: 10_000, valid_until: null },
  ])
  await undone(shop, await newestRun(shop))
  const prices = await shop.db.selectFrom('prices').select('amount').orderBy('product_id').execute()
  expect(prices).toEqual([{ amount: 12_300 }, { amount: 19_900 }])
})

test('a product without a row of stock gets one, and its content hash tells it', async () => {
  await using shop = await shopWith(aRecord('a', { stock: null }), aRecord('b'))
  expect(await update(shop, 'article;price;stock\nSKU-a;80;4\nSKU-b;;5\n')).toMatchObject({ changed: 2 })
  expect(await stockOf(shop)).toMatchObject([{ on_hand: 4 }, { on_hand: 5 }])
  expect(await hashOf(shop, 'a')).toBe(' 4/')
  await undone(shop, await newestRun(shop))
  expect((await stockOf(shop)).find((row) => row.product_id === 'b')).toMatchObject({ on_hand: 10 })
})
