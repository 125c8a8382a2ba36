import { expect, test } from 'vitest'
import { deliverOutbox } from '../../../src/server/jobs/deliver-outbox.ts'
import { updateCart } from '../../../src/server/ordering/cart/cart-row-queries.ts'
import { shipOrder } from '../../../src/server/ordering/fulfilment/ship-order.ts'
import { startPayment } from '../../../src/server/ordering/payment/start-payment.ts'
import { refundOrder } from '../../../src/server/ordering/refunds/refund-order.ts'
import { codesJson } from '../../../src/server/platform/db/json-columns.ts'
import { buy, checkoutWith } from '../ordering/checkout/buyer.ts'
import { aCard, balanceOf } from '../ordering/gift-cards/holder.ts'
import { attempt, byStripe, hear, state, stripeShop } from './payer.ts'

test('an authorization of which nothing is needed any more is released with the first parcel', async () => {
  await using at = await stripeShop({ STRIPE_CAPTURE: 'at-shipment' })
  const { shop, fake } = at
  const card = await aCard(shop, 20_000, 'SEK')
  const checkoutId = await checkoutWith(shop, [['FAN', 2]])
  await updateCart(shop.db, checkoutId, { gift_cards: codesJson.write([card.id]) })
  const placed = await buy(shop, checkoutId, byStripe)
  if (placed.kind !== 'placed') throw new Error(placed.kind)
  const { orderId, attemptId } = placed
  await startPayment(shop, attemptId)
  const session = fake.pay((await attempt(shop, attemptId)).provider_reference ?? '')
  await hear(at, fake.event('checkout.session.completed', session, shop.now()))
  // What is left costs 148.00, which the card pays.
  const units = [{ position: 1, quantity: 1 }]
  await refundOrder(shop, { orderId, actor: 'x', reason: '', units, withDelivery: false })
  await shipOrder(shop, { orderId, actor: 'x', carrier: '', trackingNumber: '' })
  await deliverOutbox(shop)
  expect([await state(shop, orderId), await balanceOf(shop, card.id)]).toEqual([
    { order: 'shipped', attempts: [['cancelled', 0, 0]] },
    5_200,
  ])
  expect(fake.intent(session.payment_intent ?? '').status).toBe('canceled')
})
