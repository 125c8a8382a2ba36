import { expect, test } from 'vitest'
import { SyncCart } from '../../../src/contracts/calls/sync-cart.ts'
import { listQuery } from '../../../src/contracts/catalog-pages/list-query.ts'
import { categoryPage } from '../../../src/server/catalog/category-page.ts'
import { finishCatalog } from '../../../src/server/catalog/maintenance/finish-catalog.ts'
import { productPage } from '../../../src/server/catalog/product-page.ts'
import { syncCart } from '../../../src/server/ordering/cart/sync-cart.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { shownOf } from '../../support/page-answer.ts'
import { call } from '../call.ts'
import { addCustomer, tokensOf } from '../identity/shopper.ts'
import {
  bought,
  buy,
  checkoutWith,
  countOf,
  fixtureShop,
  look,
  movableClock,
  priced,
  somebody,
  swedish,
} from '../ordering/checkout/buyer.ts'
import { openCart, sendCart } from '../ordering/checkout/visit-checkout.ts'
import { upload } from '../ordering/excel-order/uploads.ts'
import { day, laterOrders, subscribed, work } from '../ordering/subscriptions/subscriber.ts'

/** A shop with a part at this price in öre, as a mistake in a feed or update leaves it. */
async function costing(shop: Shop, id: string, amount: number, free = 0): Promise<void> {
  await shop.db.updateTable('prices').set({ amount }).where('product_id', '=', id).execute()
  await shop.db
    .updateTable('products')
    .set({ free: free === 1 ? 1 : 0 })
    .where('id', '=', id)
    .execute()
}

const synced = async (shop: Shop, sku: string, context = swedish()) => {
  const { answer } = await call(shop, SyncCart, syncCart, {
    body: { items: [{ sku, quantity: 2 }] },
    shopping: context,
  })
  return answer.map(({ quantity, price, cart_notice: notice, stock_status: status }) => [
    quantity,
    price,
    notice,
    status,
  ])
}

test.each([0, -4_900])('a part at %i öre is shown without a price and cannot be ordered', async (amount) => {
  await using shop = await fixtureShop()
  await costing(shop, 'fan', amount)
  expect(shownOf(await productPage(shop, swedish(), 'fan-del'))?.page.product).toMatchObject({
    orderable: false,
    notifyable: false,
    stock_status: 'no_price',
    prices: { n: [] },
  })
  expect(await synced(shop, 'FAN')).toEqual([[0, 0, 'gone', 'no_price']])
  const visitor = somebody()
  const form: Record<string, string> = { atc: Buffer.from('FAN:2').toString('base64') }
  expect(await sendCart(shop, swedish(), form, visitor)).toMatchObject({ kind: 'go' })
  expect(await openCart(shop, swedish(), visitor)).toMatchObject({
    page: { lines: [{ sku: 'FAN', quantity: 0, cart_notice: 'gone' }], items: { inc: 0 } },
  })
  const checkoutId = await checkoutWith(shop, [
    ['FAN', 2],
    ['BAT', 1],
  ])
  expect((await priced(shop, checkoutId)).lines).toMatchObject([
    { sku: 'FAN', quantity: 0 },
    { sku: 'BAT', quantity: 1 },
  ])
  expect(await buy(shop, await checkoutWith(shop, [['FAN', 2]]))).not.toMatchObject({ kind: 'placed' })
  expect(await countOf(shop, 'orders')).toBe(0)
})

test('products without a positive price come last in a list and have no button there', async () => {
  await using shop = await fixtureShop()
  await costing(shop, 'bat-few', 0)
  await shop.db.updateTable('products').set({ sort_price: 0 }).where('id', '=', 'bat-few').execute()
  await shop.db
    .insertInto('campaign_prices')
    .values({ campaign_id: 'june', product_id: 'bat-few', currency: 'SEK', min_quantity: 1, amount: 0 })
    .execute()
  await shop.db.transaction().execute((trx) => finishCatalog(trx, { kind: shop.kind, now: shop.now() }))
  for (const sort of ['price_up', 'price_down']) {
    const found = shownOf(await categoryPage(shop, swedish(), 'laptopdelar/batterier', listQuery.parse({ sort })))
    expect(found?.page.listing.products.slice(-2).map(({ product_id: id, orderable }) => [id, orderable])).toEqual([
      ['bat-few', false],
      ['bat-unpriced', false],
    ])
  }
})

test("a price too small for the shopper's currency, and a tier or campaign of 0, are no prices", async () => {
  await using shop = await fixtureShop()
  await costing(shop, 'fan', 4)
  expect(await synced(shop, 'FAN')).toEqual([[2, 0.04, null, 'in_stock']])
  expect(await synced(shop, 'FAN', swedish('SE', 'EUR'))).toEqual([[0, 0, 'gone', 'no_price']])
  await costing(shop, 'fan', 9_900)
  await shop.db
    .insertInto('prices')
    .values({ product_id: 'fan', currency: 'SEK', min_quantity: 2, amount: 0 })
    .execute()
  await shop.db
    .insertInto('campaign_prices')
    .values({ campaign_id: 'june', product_id: 'fan', currency: 'SEK', min_quantity: 1, amount: 0 })
    .execute()
  expect(await synced(shop, 'FAN')).toEqual([[2, 99, null, 'in_stock']])
})

test('an order is not placed when a price becomes 0 meanwhile', async () => {
  await using shop = await fixtureShop()
  const checkoutId = await checkoutWith(shop, [['FAN', 1]])
  const before = await look(shop, checkoutId)
  await costing(shop, 'fan', 0)
  expect(before).not.toBe(await look(shop, checkoutId))
  expect(await buy(shop, checkoutId)).not.toMatchObject({ kind: 'placed' })
  expect(await countOf(shop, 'orders')).toBe(0)
})

test("a signed-in customer's list and a subscription do not get it for 0 either", async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const bearer = (await tokensOf(shop, await addCustomer(shop, { id: 'anna' }))).access_token
  await subscribed(shop)
  await costing(shop, 'fan', 0)
  await costing(shop, 'paste', 0)
  const { preview } = await upload(shop, { rows: 'FAN\t2\nRAM\t1', preview: true, bearer })
  expect(preview.rows.map(({ sku, status, quantity }) => [sku, status, quantity])).toEqual([
    ['FAN', 'no_price', 0],
    ['RAM', 'ok', 1],
  ])
  clock.advance(31 * day)
  await work(shop)
  expect(await laterOrders(shop)).toEqual([])
})

test('a product marked as free is ordered for its delivery price only', async () => {
  await using shop = await fixtureShop()
  await costing(shop, 'fan', 0, 1)
  expect(shownOf(await productPage(shop, swedish(), 'fan-del'))?.page.product).toMatchObject({
    orderable: true,
    prices: { n: [{ q: 1, p: 0 }] },
  })
  expect(await synced(shop, 'FAN')).toEqual([[2, 0, null, 'in_stock']])
  const { orderId } = await bought(shop, [['FAN', 2]])
  expect(
    await shop.db.selectFrom('orders').select(['items_total', 'total']).where('id', '=', orderId).executeTakeFirst(),
  ).toMatchObject({ items_total: 0, total: 4_900 })
})
