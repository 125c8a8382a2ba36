import { expect, test } from 'vitest'
import { expireOrders } from '../../../../src/server/ordering/fulfilment/expire-orders.ts'
import { OrderEvents } from '../../../../src/server/ordering/orders/order-events.ts'
import { orderById, orderEventRows, overdueOrders } from '../../../../src/server/ordering/orders/queries.ts'
import { completeOrder } from '../../../../src/server/ordering/payment/complete-order.ts'
import { startPayment } from '../../../../src/server/ordering/payment/start-payment.ts'
import { attemptById } from '../../../../src/server/payments/queries.ts'
import { aForm, bought, buy, checkoutWith, fixtureShop, movableClock, stockOf } from '../checkout/buyer.ts'

const byCard = aForm({ payment_method: 'sandbox' })

test('an order not paid within half an hour releases its units and coupon', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const checkoutId = await checkoutWith(shop, [['FAN', 2]], ['ONCE'])
  const placed = await buy(shop, checkoutId, byCard)
  if (placed.kind !== 'placed') throw new Error(placed.kind)
  clock.advance(30 * 60)
  expect(await expireOrders(shop)).toBe(0)
  clock.advance(1)
  expect(await expireOrders(shop)).toBe(1)
  expect((await orderById(shop.db, placed.orderId))?.status).toBe('expired')
  expect((await attemptById(shop.db, placed.attemptId))?.status).toBe('expired')
  expect(await stockOf(shop, 'fan')).toEqual({ on_hand: 20, reserved: 0 })
  expect(await shop.db.selectFrom('coupons').select('used').where('code', '=', 'ONCE').executeTakeFirst()).toEqual({
    used: 0,
  })
  expect((await orderEventRows(shop.db, placed.orderId)).at(-1)).toMatchObject({
    actor: 'shop',
    from_status: 'pending_payment',
    to_status: 'expired',
  })
  expect(await expireOrders(shop)).toBe(0)
  expect(await buy(shop, checkoutId)).toMatchObject({ kind: 'placed' })
})

test('an order of gift cards, which reserve nothing, expires too', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const { orderId } = await bought(shop, [['GIFT', 1]], byCard)
  clock.advance(31 * 60)
  expect(await expireOrders(shop)).toBe(1)
  expect((await orderById(shop.db, orderId))?.status).toBe('expired')
})

test('a paid order never expires', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const { orderId, attemptId } = await bought(shop, [['FAN', 2]])
  await startPayment(shop, attemptId)
  clock.advance(365 * 24 * 3600)
  expect(await expireOrders(shop)).toBe(0)
  expect((await orderById(shop.db, orderId))?.status).toBe('confirmed')
  expect(await stockOf(shop, 'fan')).toEqual({ on_hand: 20, reserved: 2 })
})

test('payment and expiry at the same moment have one consistent result', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const orders = []
  for (let at = 0; at < 8; at++) orders.push(await bought(shop, [['ODD-PRICE', 1]], byCard))
  clock.advance(31 * 60)
  const payments = orders.map(async ({ attemptId }) => {
    const attempt = await attemptById(shop.db, attemptId)
    return completeOrder(shop, 'sandbox', {
      eventId: attemptId,
      attemptId,
      outcome: 'succeeded',
      amount: attempt?.amount ?? 0,
      currency: 'SEK',
      reason: null,
    })
  })
  const [heard] = await Promise.all([Promise.all(payments), expireOrders(shop), expireOrders(shop)])
  const statuses = await Promise.all(orders.map(async ({ orderId }) => (await orderById(shop.db, orderId))?.status))
  expect(statuses.map((status) => (status === 'confirmed' ? 'applied' : 'held'))).toEqual(heard)
  expect((await stockOf(shop, 'odd-price')).reserved).toBe(
    heard.filter((completion) => completion === 'applied').length,
  )
})

test('an order that cannot expire keeps none of the others', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const orders = []
  for (let at = 0; at < 3; at++) orders.push((await bought(shop, [['FAN', 1]], byCard)).orderId)
  clock.advance(31 * 60)
  const [broken] = await overdueOrders(shop.db, clock.now().toISOString(), 1)
  const orderEvents = new OrderEvents([
    (_trx, { order }) => (order.id === broken ? Promise.reject(new Error('Broken')) : Promise.resolve()),
  ])
  await expect(expireOrders({ ...shop, orderEvents })).rejects.toThrow('Broken')
  const statuses = await Promise.all(orders.map(async (id) => (await orderById(shop.db, id))?.status))
  expect(statuses.toSorted()).toEqual(['expired', 'expired', 'pending_payment'])
})
