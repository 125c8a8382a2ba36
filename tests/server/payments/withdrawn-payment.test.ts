import { expect, test } from 'vitest'
import { deliverOutbox } from '../../../src/server/jobs/deliver-outbox.ts'
import { cancelOrder } from '../../../src/server/ordering/fulfilment/cancel-order.ts'
import { orderById } from '../../../src/server/ordering/orders/queries.ts'
import { openDifference } from '../../../src/server/ordering/payment/open-difference.ts'
import { startPayment } from '../../../src/server/ordering/payment/start-payment.ts'
import { renewSubscriptions } from '../../../src/server/ordering/renewals/renew.ts'
import type { FakeIntent } from '../../support/fake-stripe-ledger.ts'
import { edit, units } from '../ordering/edits/editor.ts'
import { day, subscribed } from '../ordering/subscriptions/subscriber.ts'
import { attempt, byStripe, hear, paid, state, stripeShop, type StripeShop } from './payer.ts'

const atShipment = { STRIPE_CAPTURE: 'at-shipment' } as const

/** A renewal that Stripe was asked to authorize with the saved card. */
async function renewed(at: StripeShop, card: 'good' | 'slow') {
  const { attemptId } = await subscribed(at.shop, byStripe)
  await startPayment(at.shop, attemptId)
  const session = at.fake.pay((await attempt(at.shop, attemptId)).provider_reference ?? '')
  await hear(at, at.fake.event('checkout.session.completed', session, at.shop.now()))
  at.fake.cards.set(at.fake.intent(session.payment_intent ?? '').payment_method ?? '', card)
  at.clock.advance(30 * day)
  await renewSubscriptions(at.shop)
  const [, intent] = at.fake.intents.values()
  const { order_id: orderId } = await attempt(at.shop, intent?.metadata['attempt_id'] ?? '')
  return { orderId, intent: at.fake.intent(intent?.id ?? '') }
}

function authorized({ fake, shop }: StripeShop, intent: FakeIntent) {
  return fake.event('payment_intent.amount_capturable_updated', { ...intent, status: 'requires_capture' }, shop.now())
}

test('an authorization that Stripe tells of after its end is not held', async () => {
  await using at = await stripeShop(atShipment)
  const { orderId, intent } = await renewed(at, 'slow')
  const begun = authorized(at, intent)
  const ended = at.fake.event('payment_intent.canceled', at.fake.cancelIntent(intent.id), at.shop.now())
  expect([await hear(at, ended), await hear(at, begun)]).toEqual(['applied', 'no_effect'])
  expect(await state(at.shop, orderId)).toEqual({ order: 'failed', attempts: [['failed', 0, 0]] })
})

test('an authorization that the shop is about to release is not held by a late notice', async () => {
  await using at = await stripeShop(atShipment)
  const { orderId, intent } = await renewed(at, 'good')
  expect((await state(at.shop, orderId)).order).toBe('confirmed')
  await cancelOrder(at.shop, { orderId, actor: 'anna', reason: 'called' })
  expect(await hear(at, authorized(at, intent))).toBe('no_effect')
  await deliverOutbox(at.shop)
  expect(await state(at.shop, orderId)).toEqual({ order: 'cancelled', attempts: [['cancelled', 0, 0]] })
  expect(at.fake.intent(intent.id).status).toBe('canceled')
})

test('a page that is paid while the shop is about to close it stays paid, and is released with the order', async () => {
  await using at = await stripeShop(atShipment)
  const { shop, fake } = at
  const { orderId } = await paid(at, [['FAN', 1]])
  await edit(shop, orderId, units([1, 3]))
  const order = await orderById(shop.db, orderId)
  const difference = (order && (await openDifference(shop, order, 'sv'))) ?? ''
  await startPayment(shop, difference)
  const session = (await attempt(shop, difference)).provider_reference ?? ''
  // The page for 198.00 is closed, because 99.00 is due now.
  await edit(shop, orderId, units([1, 2]))
  await hear(at, fake.event('checkout.session.completed', fake.pay(session), shop.now()))
  const intent = () => attempt(shop, difference).then((row) => fake.intent(row.payment_reference ?? '').status)
  await deliverOutbox(shop)
  expect([(await attempt(shop, difference)).status, await intent()]).toEqual(['succeeded', 'requires_capture'])
  await cancelOrder(shop, { orderId, actor: 'anna', reason: 'called' })
  await deliverOutbox(shop)
  expect([(await attempt(shop, difference)).status, await intent()]).toEqual(['cancelled', 'canceled'])
})
