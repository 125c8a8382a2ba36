import { constants, copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { describe, expect, inject, test } from 'vitest'
import { makeBackup } from '../../../src/server/backup/make-backup.ts'
import { restoreBackup } from '../../../src/server/backup/restore/restore-backup.ts'
import { orderScreen } from '../../../src/server/console/orders/order-page.ts'
import { ordersScreen } from '../../../src/server/console/orders/orders-page.ts'
import { createShop } from '../../../src/server/create-shop.ts'
import { shipOrder } from '../../../src/server/ordering/fulfilment/ship-order.ts'
import { receiveReturn } from '../../../src/server/ordering/returns/receive-return.ts'
import { missingMigrations } from '../../../src/server/platform/db/migrate.ts'
import type { Queryable } from '../../../src/server/platform/db/tables.ts'
import { shopVersion } from '../../../src/server/platform/shop-version.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { fixtureNow } from '../../support/fixture-shop.ts'
import { freshDatabase } from '../../support/test-database.ts'
import { freshShop } from '../../support/test-shop.ts'
import { contentOf, signedIn } from '../console/at-console.ts'
import { everyMail } from '../notifications/mail/every-mail.ts'
import { confirmed, statusOf } from '../ordering/orders/parcels.ts'
import { schemaOf } from '../platform/db/schema-of.ts'
import { emptyPlace } from './empty-place.ts'

/**
 * Each released version has a folder here, with a backup that it made of a shop on each database, and with what it read
 * of that shop itself (docs/operations/upgrade.md).
 */
const folder = path.resolve(import.meta.dirname, '../../fixtures/released')

type Facts = {
  orders: { number: string; status: string; currency: string; total: number; email: string; country: string }[]
  lines: { rows: number; units: number }
  refunds: { rows: number; amount: number }
  stock: { sku: string; on_hand: number; reserved: number }[]
}

/** The shop that a version has backed up, put back and served by this version. */
async function upgraded(version: string) {
  const place = await emptyPlace(inject('engine'), { SANDBOX_PAYMENTS: '1' })
  const file = path.join(folder, version, `${inject('engine')}.tar.zst`)
  const { head } = await restoreBackup(file, place.env, { key: undefined, mayReplace: false, now: fixtureNow })
  const shop = await createShop(place.env, { now: () => fixtureNow })
  const close = async (): Promise<void> => {
    await shop.close()
    await place.drop()
  }
  return { shop, head, [Symbol.asyncDispose]: close }
}

async function factsOf(db: Queryable): Promise<Facts> {
  const { fn } = db
  const lines = await db
    .selectFrom('order_lines')
    .select([fn.countAll<number>().as('rows'), fn.sum<number>('quantity').as('units')])
    .executeTakeFirstOrThrow()
  const refunds = await db
    .selectFrom('refunds')
    .select([fn.countAll<number>().as('rows'), fn.sum<number>('amount').as('amount')])
    .executeTakeFirstOrThrow()
  return {
    orders: await db
      .selectFrom('orders')
      .select(['number', 'status', 'currency', 'total', 'email', 'country'])
      .orderBy('seq')
      .execute(),
    lines: { rows: Number(lines.rows), units: Number(lines.units) },
    refunds: { rows: Number(refunds.rows), amount: Number(refunds.amount) },
    stock: await db
      .selectFrom('stock')
      .innerJoin('products', 'products.id', 'stock.product_id')
      .select(['products.sku', 'stock.on_hand', 'stock.reserved'])
      .orderBy('products.sku')
      .execute(),
  }
}

/** A confirmed order that the version before has left to be sent. */
async function orderToShip({ db }: Shop): Promise<string> {
  const confirmed = db.selectFrom('orders').select('id').where('status', '=', 'confirmed').where('hold', 'is', null)
  return (await confirmed.orderBy('seq').executeTakeFirstOrThrow()).id
}

/** Ships an order of the version before, takes an open return back and refunds it, and sells to a new shopper. */
async function goOn(shop: Shop): Promise<string[]> {
  const toShip = await orderToShip(shop)
  await shipOrder(shop, { orderId: toShip, actor: 'operator', carrier: 'postnord', trackingNumber: 'PN 1' })
  const returned = await shop.db
    .selectFrom('returns')
    .innerJoin('return_lines', 'return_lines.return_id', 'returns.id')
    .select(['returns.id', 'return_lines.position', 'return_lines.quantity'])
    .where('returns.status', '=', 'requested')
    .orderBy('returns.number')
    .executeTakeFirstOrThrow()
  const { refund } = await receiveReturn(shop, {
    returnId: returned.id,
    actor: 'operator',
    isRestocked: true,
    isRefunded: true,
    units: [{ position: returned.position, quantity: returned.quantity }],
  })
  const bought = await confirmed(shop, [['PASTE', 2]])
  return [
    `${await statusOf(shop, toShip)}`,
    (refund?.amount ?? 0) > 0 ? 'refunded' : 'not refunded',
    `${await statusOf(shop, bought)}`,
  ]
}

describe.each(readdirSync(folder))('a shop of version %s', (version) => {
  const facts: Facts = JSON.parse(readFileSync(path.join(folder, version, 'facts.json'), 'utf8'))

  test('has after the upgrade what it had, in the newest schema, and goes on', async () => {
    await using found = await upgraded(version)
    const { shop, head } = found
    expect(head.version).toBe(version)
    expect(await factsOf(shop.db)).toEqual(facts)

    const applied = await sql<{ name: string }>`select name from kysely_migration`.execute(shop.db)
    expect(missingMigrations(applied.rows.map(({ name }) => name))).toEqual([])
    await using fresh = await freshDatabase()
    const [old, newest] = [await schemaOf(shop), await schemaOf(fresh)]
    expect([...old].filter(([table]) => newest.has(table)).toSorted()).toEqual([...newest].toSorted())

    const owner = await signedIn(shop, 'owner')
    const { rows } = await contentOf(shop, owner, ordersScreen)
    expect(rows).toHaveLength(facts.orders.length)
    for (const { number } of facts.orders)
      expect(await contentOf(shop, owner, orderScreen, { params: { number } })).toMatchObject({ number })
    expect(await goOn(shop)).toEqual(['shipped', 'refunded', 'confirmed'])
  })
})

/** A release keeps a shop with orders in every state for the versions after it. */
if (process.env['KEEP_RELEASE'] !== undefined)
  test('a shop of this version is kept', async () => {
    await using shop = await freshShop({ seeded: true, now: () => fixtureNow })
    await everyMail(shop, 'sv', { name: 'Anna Ärlig', organization: 'Åkes Verkstad AB', message: 'Tack!' })
    const { file } = await makeBackup(shop.env, fixtureNow)
    const own = path.join(folder, shopVersion())
    mkdirSync(own, { recursive: true })
    // Fails if this version was kept before.
    copyFileSync(file, path.join(own, `${inject('engine')}.tar.zst`), constants.COPYFILE_EXCL)
    writeFileSync(path.join(own, 'facts.json'), `${JSON.stringify(await factsOf(shop.db), null, 2)}\n`)
  })
