import { expect, test } from 'vitest'
import { upsertStock } from '../../../src/server/catalog/maintenance/write-queries.ts'
import { shipOrder } from '../../../src/server/ordering/fulfilment/ship-order.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { fixtureShop, movableClock } from '../ordering/checkout/buyer.ts'
import { confirmed } from '../ordering/orders/parcels.ts'
import { accept, answerWith, listening, receiver, sendDue, typesOf } from './receiver.ts'

const itemsOf = (got: { body: { data: { items: { sku: string; available: number }[] } } } | undefined) =>
  got?.body.data.items ?? []

function setStock(shop: Shop, rows: readonly (readonly [id: string, units: number])[]): Promise<unknown> {
  return shop.db.transaction().execute((trx) =>
    upsertStock(
      trx,
      shop.kind,
      rows.map(([id, units]) => ({ product_id: id, on_hand: units, reserved: 0, incoming_at: null })),
    ),
  )
}

test('tells the newest stock once, however often it changed, when it is ordered, shipped and set', async () => {
  await using shop = await fixtureShop()
  await using other = await receiver()
  await listening(shop, other.url, ['stock.changed'])
  await setStock(shop, [['fan', 40]])
  const orderId = await confirmed(shop, [['FAN', 3]])
  await setStock(shop, [['fan', 50]])
  await sendDue(shop)
  expect(other.got.map(({ body }) => body.data.items)).toEqual([
    [{ sku: 'FAN', on_hand: 50, reserved: 3, available: 47, incoming_at: null }],
  ])
  await shipOrder(shop, { orderId, actor: 'operator', carrier: 'postnord', trackingNumber: 'A' })
  await sendDue(shop)
  expect(itemsOf(other.got[1])).toMatchObject([{ sku: 'FAN', on_hand: 47, reserved: 0, available: 47 }])
  await sendDue(shop)
  expect(other.got).toHaveLength(2)
})

test('tells once that few are left, and again after there were more', async () => {
  await using shop = await fixtureShop()
  await using other = await receiver()
  await listening(shop, other.url, ['stock.low'])
  for (const units of [6, 5, 3, 0, 10, 4]) {
    await setStock(shop, [['fan', units]])
    await sendDue(shop)
  }
  expect(other.got.map((each) => itemsOf(each).map(({ available }) => available))).toEqual([[5], [4]])
  expect(new Set(typesOf(other))).toEqual(new Set(['stock.low']))
})

test('an import of thousands of products writes a delivery per 500, and none at all where nobody listens', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const products = Array.from({ length: 3_000 }, (_, at) => `many-${at}`)
  const template = await shop.db.selectFrom('products').selectAll().where('id', '=', 'fan').executeTakeFirstOrThrow()
  for (let at = 0; at < products.length; at += 500)
    await shop.db
      .insertInto('products')
      .values(products.slice(at, at + 500).map((id) => ({ ...template, id, sku: id.toUpperCase() })))
      .execute()
  const load = (units: number) =>
    setStock(
      shop,
      products.map((id) => [id, units]),
    )
  await load(1)
  expect(await shop.db.selectFrom('stock_news').selectAll().execute()).toEqual([])
  await using other = await receiver(answerWith(503))
  await listening(shop, other.url, ['stock.changed', 'order.confirmed'])
  await load(7)
  await sendDue(shop)
  await load(8)
  await load(9)
  expect(await shop.db.selectFrom('webhook_deliveries').select('id').execute()).toHaveLength(1)
  other.answer = accept
  other.got.length = 0
  clock.advance(60)
  await sendDue(shop)
  // The one that failed, as it was then, and the newest state of all.
  expect(other.got).toHaveLength(7)
  const newest = other.got.slice(1).flatMap(itemsOf)
  expect(newest).toHaveLength(3_000)
  expect(newest.every(({ available }) => available === 9)).toBe(true)
  expect(new Set(newest.map(({ sku }) => sku)).size).toBe(3_000)
})
