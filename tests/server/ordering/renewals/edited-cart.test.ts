import { expect, test } from 'vitest'
import { renewCart } from '../../../../src/server/ordering/cart/store-cart.ts'
import { expireOrders } from '../../../../src/server/ordering/fulfilment/expire-orders.ts'
import { aForm, fixtureShop, movableClock, swedish } from '../checkout/buyer.ts'
import { sandboxSays } from '../gift-cards/holder.ts'
import { day, laterOrders, newsTo, renewals, subscribed, subscription, work } from '../subscriptions/subscriber.ts'

test('a renewal whose cart its buyer has changed and left is ordered again as it was subscribed', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const { attemptId } = await subscribed(shop, aForm({ payment_method: 'sandbox' }))
  await sandboxSays(shop, attemptId, 'succeeded')
  clock.advance(30 * day)
  await work(shop)
  clock.advance(3600)
  await expireOrders(shop)
  const [renewal] = await renewals(shop)
  const items = [
    { sku: 'PASTE', quantity: 5 },
    { sku: 'FAN', quantity: 1 },
  ]
  expect(await renewCart(shop, swedish(), renewal?.checkout_id ?? '', { items, coupons: [] })).toBe('renewed')
  clock.advance(day)
  await work(shop)
  expect(await laterOrders(shop)).toMatchObject([
    { status: 'expired', sku: 'PASTE', quantity: 2 },
    { status: 'pending_payment', sku: 'PASTE', quantity: 2 },
  ])
  for (let step = 0; step < 8; step += 1) {
    clock.advance(day)
    await expireOrders(shop)
    await work(shop)
  }
  expect((await subscription(shop)).status).toBe('unpaid')
  expect(newsTo(shop).filter((news) => news === 'unpaid')).toHaveLength(1)
})
