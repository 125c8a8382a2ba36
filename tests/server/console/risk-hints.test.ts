import { expect, test } from 'vitest'
import { orderScreen } from '../../../src/server/console/orders/order-page.ts'
import { orderById } from '../../../src/server/ordering/orders/queries.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { fixtureShop, movableClock } from '../ordering/checkout/buyer.ts'
import { confirmed } from '../ordering/orders/parcels.ts'
import { contentOf, outcome, signedIn } from './at-console.ts'

async function orderOf(shop: Shop, id: string) {
  const params = { number: (await orderById(shop.db, id))?.number ?? '' }
  return { params, page: await contentOf(shop, await signedIn(shop, 'seller'), orderScreen, { params }) }
}

test('an order page names many orders and failed payments of an address, and stops nothing', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const first = await confirmed(shop, [['FAN', 1]])
  clock.advance(60)
  expect((await orderOf(shop, first)).page.risks).toEqual([])
  for (let count = 0; count < 2; count++) {
    await confirmed(shop, [['FAN', 1]])
    clock.advance(60)
  }
  const last = await confirmed(shop, [['FAN', 1]])
  await shop.db.updateTable('payment_attempts').set({ status: 'failed' }).where('order_id', '<>', last).execute()
  const { params, page } = await orderOf(shop, last)
  expect(page.risks).toEqual([
    { kind: 'many_orders', count: 4 },
    { kind: 'failed_payments', count: 3 },
  ])
  expect((await orderOf(shop, first)).page.risks.map(({ kind }) => kind)).toEqual(['failed_payments'])
  const form = { action: 'process', version: page.version }
  expect((await outcome(shop, await signedIn(shop, 'seller'), orderScreen, { params, form })).status).toBe(303)
  clock.advance(2 * 86_400)
  expect((await orderOf(shop, await confirmed(shop, [['FAN', 1]]))).page.risks).toEqual([])
})

test('a first order of a large amount is named, a later one is not', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const big = async () => {
    const id = await confirmed(shop, [['RAM', 1]])
    await shop.db.updateTable('orders').set({ total: 1_500_000 }).where('id', '=', id).execute()
    clock.advance(2 * 86_400)
    return (await orderOf(shop, id)).page.risks
  }
  expect(await big()).toEqual([{ kind: 'large_first', total: 1_500_000 }])
  expect(await big()).toEqual([])
})
