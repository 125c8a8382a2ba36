import { expect, test } from 'vitest'
import { deliverOutbox } from '../../../src/server/jobs/deliver-outbox.ts'
import { reconcilePayments } from '../../../src/server/jobs/reconcile-payments.ts'
import { expireOrders } from '../../../src/server/ordering/fulfilment/expire-orders.ts'
import { failedPayment } from '../../../src/server/ordering/payment/failed-payment.ts'
import { orderPayments } from '../../../src/server/ordering/payment/order-payments.ts'
import { refundPayment } from '../../../src/server/ordering/payment/refund-payment.ts'
import { startPayment } from '../../../src/server/ordering/payment/start-payment.ts'
import { paymentsForReview } from '../../../src/server/ordering/refunds/refused-refunds.ts'
import { pageOf } from '../../support/page-answer.ts'
import { buy, checkoutWith, stockOf } from '../ordering/checkout/buyer.ts'
import { byStripe, hear, mailsOf, started, state, stripeShop, type StripeShop } from './payer.ts'

/** An order that expired while its shopper paid, and its webhook. */
async function paidTooLate(at: StripeShop, wanted: Parameters<typeof started>[1] = [['FAN', 2]]) {
  const payment = await started(at, wanted)
  const session = at.fake.pay(payment.session)
  at.clock.advance(31 * 60)
  await expireOrders(at.shop)
  return { ...payment, tell: () => hear(at, at.fake.event('checkout.session.completed', session, at.shop.now())) }
}

test('paid after expiry, with everything available, is confirmed', async () => {
  await using at = await stripeShop()
  const { orderId, tell } = await paidTooLate(at)
  expect(await stockOf(at.shop, 'fan')).toEqual({ on_hand: 20, reserved: 0 })
  expect([await tell(), await tell()]).toEqual(['applied', 'no_effect'])
  expect(await state(at.shop, orderId)).toEqual({ order: 'confirmed', attempts: [['succeeded', 24_700, 0]] })
  expect([await stockOf(at.shop, 'fan'), await mailsOf(at.shop)]).toEqual([{ on_hand: 20, reserved: 2 }, 1])
})

test('paid after expiry is also found by closing the page', async () => {
  await using at = await stripeShop()
  const { orderId } = await paidTooLate(at)
  await deliverOutbox(at.shop)
  expect((await state(at.shop, orderId)).order).toBe('confirmed')
})

test('paid after expiry, with a unit missing, is held for review and can be refunded', async () => {
  await using at = await stripeShop()
  const { orderId, checkoutId, tell } = await paidTooLate(at, [
    ['FAN', 2],
    ['RAM', 1],
  ])
  await at.shop.db.updateTable('stock').set({ reserved: 9 }).where('product_id', '=', 'ram').execute()
  expect([await tell(), await tell()]).toEqual(['held', 'no_effect'])
  expect(await state(at.shop, orderId)).toMatchObject({ order: 'expired', attempts: [['held', expect.any(Number), 0]] })
  expect([await stockOf(at.shop, 'fan'), await stockOf(at.shop, 'ram'), await mailsOf(at.shop)]).toEqual([
    { on_hand: 20, reserved: 0 },
    { on_hand: 9, reserved: 9 },
    0,
  ])
  expect(pageOf(await failedPayment(at.shop, 'sv', checkoutId))).toMatchObject({ reason: 'held' })
  expect((await paymentsForReview(at.shop.db)).held).toMatchObject([{ order_id: orderId }])
  const { refundable } = await orderPayments(at.shop.db, orderId)
  await refundPayment(at.shop, { orderId, amount: refundable, reason: 'sold out', actor: 'anna' })
  expect((await paymentsForReview(at.shop.db)).held).toEqual([])
  await deliverOutbox(at.shop)
  expect(at.fake.refunds.map(({ amount }) => amount)).toEqual([refundable])
})

test('paid after expiry, with its coupon used by another, is held', async () => {
  await using at = await stripeShop()
  const checkoutId = await checkoutWith(at.shop, [['FAN', 1]], ['ONCE'])
  const placed = await buy(at.shop, checkoutId, byStripe)
  if (placed.kind !== 'placed') throw new Error(placed.kind)
  await startPayment(at.shop, placed.attemptId)
  const session = at.fake.pay([...at.fake.sessions.keys()][0] ?? '')
  at.clock.advance(31 * 60)
  await expireOrders(at.shop)
  await buy(at.shop, await checkoutWith(at.shop, [['FAN', 1]], ['ONCE']))
  expect(await hear(at, at.fake.event('checkout.session.completed', session, at.shop.now()))).toBe('held')
  expect(await stockOf(at.shop, 'fan')).toEqual({ on_hand: 20, reserved: 1 })
})

test('paid after expiry, when the same cart was ordered again, is held', async () => {
  await using at = await stripeShop()
  const { orderId, checkoutId, tell } = await paidTooLate(at)
  expect(await buy(at.shop, checkoutId)).toMatchObject({ kind: 'placed' })
  expect([await tell(), (await state(at.shop, orderId)).order]).toEqual(['held', 'expired'])
  expect(await stockOf(at.shop, 'fan')).toEqual({ on_hand: 20, reserved: 2 })
})

test('an order paid on two pages keeps one payment and refunds the other', async () => {
  await using at = await stripeShop()
  const { orderId, attemptId, session } = await started(at)
  const first = at.fake.pay(session)
  await startPayment(at.shop, attemptId, 'en')
  const second = at.fake.pay([...at.fake.sessions.keys()].at(-1) ?? '')
  const tell = (what: unknown) => hear(at, at.fake.event('checkout.session.completed', what, at.shop.now()))
  expect([await tell(second), await tell(first), await tell(first)]).toEqual(['applied', 'given_back', 'no_effect'])
  await deliverOutbox(at.shop)
  expect(at.fake.refunds.map((refund) => [refund.amount, refund.payment_intent])).toEqual([
    [24_700, first.payment_intent],
  ])
  const { order, attempts } = await state(at.shop, orderId)
  expect([order, attempts.toSorted()]).toEqual([
    'confirmed',
    [
      ['succeeded', 24_700, 0],
      ['succeeded', 24_700, 24_700],
    ],
  ])
  expect(await mailsOf(at.shop)).toBe(1)
})

test('another language gives no more time to pay', async () => {
  await using at = await stripeShop()
  const { orderId, attemptId } = await started(at)
  at.clock.advance(29 * 60)
  await startPayment(at.shop, attemptId, 'en')
  at.clock.advance(61)
  expect([await expireOrders(at.shop), (await state(at.shop, orderId)).order]).toEqual([1, 'expired'])
})

test('the abandoned page still confirms the order, and the other one closes', async () => {
  await using at = await stripeShop()
  const { orderId, attemptId, session } = await started(at)
  const first = at.fake.pay(session)
  await startPayment(at.shop, attemptId, 'en')
  expect(await hear(at, at.fake.event('checkout.session.completed', first, at.shop.now()))).toBe('applied')
  await deliverOutbox(at.shop)
  expect([...at.fake.sessions.values()].map(({ status }) => status)).toEqual(['complete', 'expired'])
  at.clock.advance(60)
  await reconcilePayments(at.shop)
  expect((await state(at.shop, orderId)).attempts.map(([status]) => status).toSorted()).toEqual([
    'expired',
    'succeeded',
  ])
})
