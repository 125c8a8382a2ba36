import { expect, test } from 'vitest'
import type { SentLine } from '../../../../src/contracts/calls/sync-cart.ts'
import { storeCart } from '../../../../src/server/ordering/cart/store-cart.ts'
import { withdraw } from '../../../../src/server/ordering/returns/withdraw.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { aForm, buy, fixtureShop, swedish } from '../checkout/buyer.ts'
import { paidBack, pay } from '../orders/parcels.ts'

type Kind = 'bundle' | 'accessory'

async function offer({ db }: Shop, parent: string, related: readonly string[], kind: Kind): Promise<void> {
  const row = { product_id: parent, kind, position: 9, discount_percent: 50 }
  await db
    .insertInto('product_relations')
    .values(related.map((related_id) => ({ ...row, related_id })))
    .execute()
}

async function ordered(shop: Shop, items: readonly SentLine[], coupons: readonly string[] = []): Promise<string> {
  await shop.db.updateTable('stock').set({ on_hand: 1_000 }).execute()
  const checkoutId = await storeCart(shop, swedish(), { checkoutId: null, items, coupons })
  const placed = await buy(shop, checkoutId, aForm({ payment_method: 'sandbox' }))
  if (placed.kind !== 'placed') throw new Error(`The order was not placed but ${placed.kind}.`)
  await pay(shop, placed.attemptId)
  return placed.orderId
}

async function giveBack(shop: Shop, orderId: string, ...units: [position: number, quantity: number][]) {
  const chosen = units.map(([position, quantity]) => ({ position, quantity }))
  await withdraw(shop, { orderId, actor: 'shopper', name: 'Anna', units: chosen })
  return paidBack(shop, orderId)
}

test('many accessories of a product that comes back in part are computed at once', async () => {
  await using shop = await fixtureShop()
  const accessories = Array.from({ length: 18 }, (_, at) => `screw-${at + 11}`)
  await offer(shop, 'bat', accessories, 'accessory')
  const items = accessories.map((id) => ({ sku: id.toUpperCase(), quantity: 4, cross_selling_product_id: 'bat' }))
  const orderId = await ordered(shop, [{ sku: 'BAT', quantity: 4 }, ...items])
  const prices = accessories.reduce((sum, _, at) => sum + 100 * (at + 11), 0)
  const begun = performance.now()
  expect(await giveBack(shop, orderId, [1, 1]), 'one of each accessory is not half its price').toBe(49_900 - prices / 2)
  expect(performance.now() - begun).toBeLessThan(5_000)
})

test('gifts of many codes stay free while their minimum is reached', async () => {
  await using shop = await fixtureShop()
  const codes = Array.from({ length: 13 }, (_, at) => `GIFT-${at + 11}`)
  const given = await shop.db.selectFrom('coupons').selectAll().where('code', '=', 'GIFT').executeTakeFirstOrThrow()
  await shop.db
    .insertInto('coupons')
    .values(codes.map((code, at) => ({ ...given, code, adds_sku: `SCREW-${at + 11}` })))
    .execute()
  const wanted = [
    { sku: 'BAT', quantity: 2 },
    { sku: 'FAN', quantity: 1 },
  ]
  const orderId = await ordered(shop, wanted, codes)
  expect(await giveBack(shop, orderId, [2, 1])).toBe(9_900)
})

test('parts that are kept without their bundle count with the same parts for the price of many', async () => {
  await using shop = await fixtureShop()
  await shop.db
    .insertInto('prices')
    .values({ product_id: 'ram', currency: 'SEK', min_quantity: 5, amount: 15_000 })
    .execute()
  const orderId = await ordered(shop, [
    { sku: 'BAT', quantity: 2 },
    { sku: 'RAM', quantity: 3 },
    { sku: 'RAM', quantity: 2, upselling_bundle_id: 'bat' },
  ])
  const paid = 3 * 19_900 + 2 * 16_915
  expect(paid, 'five of them alone cost less').toBeGreaterThan(5 * 15_000)
  expect(await giveBack(shop, orderId, [1, 2])).toBe(2 * 49_900)
})

test('a gift that is bought counts with the same parts for the price of many', async () => {
  await using shop = await fixtureShop()
  await shop.db
    .insertInto('prices')
    .values({ product_id: 'fan', currency: 'SEK', min_quantity: 4, amount: 7_000 })
    .execute()
  const orderId = await ordered(
    shop,
    [
      { sku: 'BAT', quantity: 1 },
      { sku: 'FAN', quantity: 3 },
    ],
    ['GIFT'],
  )
  expect(await giveBack(shop, orderId, [1, 1]), 'four of them cost less than three did').toBe(49_900)
})

test('a part that is kept without its bundle has the offers of a part that is bought alone', async () => {
  await using shop = await fixtureShop()
  await offer(shop, 'ram', ['manual'], 'bundle')
  const orderId = await ordered(shop, [
    { sku: 'BAT', quantity: 1 },
    { sku: 'RAM', quantity: 1, upselling_bundle_id: 'bat' },
    { sku: 'RAM', quantity: 1 },
    { sku: 'MANUAL', quantity: 1, upselling_bundle_id: 'ram' },
  ])
  expect(await giveBack(shop, orderId, [1, 1], [3, 1])).toBe(49_900 + 19_900 - (19_900 - 16_915))
})
