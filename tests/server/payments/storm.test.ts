import { expect, test } from 'vitest'
import { deliverOutbox } from '../../../src/server/jobs/deliver-outbox.ts'
import { reconcilePayments } from '../../../src/server/jobs/reconcile-payments.ts'
import { lockOrder } from '../../../src/server/ordering/orders/transition.ts'
import { cancelPayment } from '../../../src/server/ordering/payment/cancel-payment.ts'
import { returnFromPayment } from '../../../src/server/ordering/payment/return-from-payment.ts'
import { countOf, stockOf } from '../ordering/checkout/buyer.ts'
import { hear, mailsOf, started, state, stripeShop } from './payer.ts'

const checkouts = 40

test('repeated returns, webhooks and polls at once: one order, one payment and one mail each', async () => {
  await using at = await stripeShop()
  await at.shop.db.updateTable('stock').set({ on_hand: 5_000 }).execute()
  const payments = await Promise.all(
    Array.from({ length: checkouts }, () =>
      started(at, [
        ['FAN', 1],
        ['RAM', 1],
      ]),
    ),
  )
  at.clock.advance(30)
  const storm = payments.flatMap(({ attemptId, session }) => {
    const event = at.fake.event('checkout.session.completed', at.fake.pay(session), at.shop.now())
    return Array.from({ length: 5 }, () => [
      () => returnFromPayment(at.shop, 'stripe', attemptId, 'done'),
      () => hear(at, event),
    ]).flat()
  })
  await Promise.all([...storm.map((one) => one()), reconcilePayments(at.shop), reconcilePayments(at.shop)])
  for (const { orderId } of payments)
    expect(await state(at.shop, orderId)).toMatchObject({
      order: 'confirmed',
      attempts: [['succeeded', expect.any(Number), 0]],
    })
  expect([
    await countOf(at.shop, 'orders'),
    await countOf(at.shop, 'payment_attempts'),
    await mailsOf(at.shop),
  ]).toEqual([checkouts, checkouts, checkouts])
  expect([(await stockOf(at.shop, 'fan')).reserved, (await stockOf(at.shop, 'ram')).reserved]).toEqual([
    checkouts,
    checkouts,
  ])
  while ((await deliverOutbox(at.shop)) > 0);
  expect(at.fake.refunds).toEqual([])
})

test('a payment that comes while its order is changed waits for the change', async () => {
  await using at = await stripeShop()
  const { orderId, session } = await started(at)
  const event = at.fake.event('checkout.session.completed', at.fake.pay(session), at.shop.now())
  const { db, now } = at.shop
  const [, completion] = await Promise.all(
    await db.transaction().execute(async (trx) => {
      await lockOrder(trx, orderId, now())
      const heard = hear(at, event)
      // Time for the payment to lock what it locks before the order.
      await new Promise((resolve) => setTimeout(resolve, 300))
      await cancelPayment(trx, { orderId, reason: 'called', actor: 'anna' }, now())
      return [undefined, heard] as const
    }),
  )
  expect(completion).toBe('applied')
})
