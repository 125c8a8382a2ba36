import { expect, test } from 'vitest'
import { productPage } from '../../../src/server/catalog/product-page.ts'
import { countBoughtTogether } from '../../../src/server/jobs/count-bought-together.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { shownOf } from '../../support/page-answer.ts'
import { addCustomer } from '../identity/shopper.ts'
import { aForm, bought, fixtureShop, movableClock, swedish } from '../ordering/checkout/buyer.ts'

const day = 86_400
const buys = (shop: Shop, who: string, ...skus: string[]) =>
  bought(
    shop,
    skus.map((sku) => [sku, 1] as const),
    aForm({ email: `${who}@example.se` }),
  )
const shelf = async (shop: Shop, slug: string) =>
  shownOf(await productPage(shop, swedish(), slug))?.page.boughtTogether.map(({ sku }) => sku)
const rowsOf = async (shop: Shop) => {
  const rows = await shop.db
    .selectFrom('bought_together')
    .selectAll()
    .orderBy('product_id')
    .orderBy('related_id')
    .execute()
  return rows.map((row) => `${row.product_id} ${row.related_id} ${row.buyers}`)
}

test('parts that three different buyers bought in one order stand on the shelf of each other', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  await buys(shop, 'anna', 'RAM', 'BAT-FEW')
  await buys(shop, 'bo', 'RAM', 'BAT-FEW', 'FAN')
  await buys(shop, 'anna', 'RAM', 'FAN')
  await buys(shop, 'Bo', 'RAM', 'FAN')
  expect(await countBoughtTogether(shop)).toBe(0)
  expect(await rowsOf(shop)).toEqual([])
  await buys(shop, 'cilla', 'RAM', 'BAT-FEW')
  expect(await countBoughtTogether(shop)).toBe(0)
  clock.advance(day)
  expect(await countBoughtTogether(shop)).toBe(2)
  expect(await rowsOf(shop)).toEqual(['bat-few ram 3', 'ram bat-few 3'])
  expect(await shelf(shop, 'ram-del')).toEqual([])
  await shop.db.updateTable('stock').set({ on_hand: 100 }).where('product_id', '=', 'bat-few').execute()
  expect(await shelf(shop, 'ram-del')).toEqual(['BAT-FEW'])
  clock.advance(day)
  expect(await countBoughtTogether(shop)).toBe(0)
  await shop.db.updateTable('products').set({ status: 'draft' }).where('id', '=', 'bat-few').execute()
  expect(await shelf(shop, 'ram-del')).toEqual([])
})

test('orders that were cancelled, are older than two years or whose buyer was erased do not count', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const orders = [
    await buys(shop, 'a', 'RAM', 'FAN'),
    await buys(shop, 'b', 'RAM', 'FAN'),
    await buys(shop, 'c', 'RAM', 'FAN'),
  ]
  const change = async (values: { status?: 'cancelled' | 'delivered'; email?: string }) => {
    await shop.db
      .updateTable('orders')
      .set(values)
      .where('id', '=', orders[0]?.orderId ?? '')
      .execute()
    clock.advance(day)
    await countBoughtTogether(shop)
    return (await rowsOf(shop)).length
  }
  expect(await change({ status: 'delivered' })).toBe(2)
  expect(await change({ status: 'cancelled' })).toBe(0)
  expect(await change({ status: 'delivered' })).toBe(2)
  expect(await change({ email: '' })).toBe(0)
  expect(await change({ email: 'a@example.se' })).toBe(2)
  clock.advance(731 * day)
  expect(await change({ status: 'delivered' })).toBe(0)
})

test('an account is one buyer whatever addresses its orders have', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const customer = await addCustomer(shop, { id: 'account' })
  for (const who of ['x', 'y', 'z']) {
    const { orderId } = await buys(shop, who, 'RAM', 'FAN')
    await shop.db.updateTable('orders').set({ customer_id: customer }).where('id', '=', orderId).execute()
  }
  await countBoughtTogether(shop)
  expect(await rowsOf(shop)).toEqual([])
})

test("a variant counts for its product, and editors' own relations come first", async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  for (const who of ['a', 'b', 'c']) await buys(shop, who, 'KB-US', 'BAT', 'RAM', 'FAN', 'SALE')
  await countBoughtTogether(shop)
  expect(await rowsOf(shop)).toContain('bat kb 3')
  expect(await rowsOf(shop)).toContain('kb bat 3')
  const page = shownOf(await productPage(shop, swedish(), 'bat-del'))?.page
  expect(page?.accessories.map(({ sku }) => sku)).toEqual(['FAN'])
  expect(page?.bundle.map(({ product }) => product.sku)).toEqual(['RAM'])
  expect(page?.boughtTogether.map(({ sku }) => sku).toSorted()).toEqual(['KB', 'SALE'])
})
