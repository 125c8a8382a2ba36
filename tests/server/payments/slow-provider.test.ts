import { describe, test } from 'vitest'
import { deliverOutbox } from '../../../src/server/jobs/deliver-outbox.ts'
import { reconcilePayments } from '../../../src/server/jobs/reconcile-payments.ts'
import { refundPayment } from '../../../src/server/ordering/payment/refund-payment.ts'
import { returnFromPayment } from '../../../src/server/ordering/payment/return-from-payment.ts'
import { startPayment } from '../../../src/server/ordering/payment/start-payment.ts'
import { bought } from '../ordering/checkout/buyer.ts'
import { openCheckout } from '../ordering/checkout/visit-checkout.ts'
import { attempt, buyerOf, byStripe, calls, mailsOf, paid, refundRows, started, state, stripeShop } from './payer.ts'

const seconds = async (work: Promise<unknown>): Promise<number> => {
  const begun = performance.now()
  await work
  return (performance.now() - begun) / 1000
}

describe.concurrent('a slow provider, or one with unknown results', () => {
  test('delays no page longer than six seconds, and nothing else at all', async ({ expect }) => {
    await using at = await stripeShop()
    const first = await started(at)
    at.fake.mood = 'hang'
    const opening = started(at)
    const [opened, returned, left, asked, other] = await Promise.all([
      seconds(opening),
      seconds(returnFromPayment(at.shop, 'stripe', first.attemptId, 'done')),
      seconds(returnFromPayment(at.shop, 'stripe', first.attemptId, 'left')),
      seconds(reconcilePayments(at.shop)),
      seconds(openCheckout(at.shop, 'sv', 'unknown')),
    ])
    for (const each of [opened, returned, left, asked]) expect(each).toBeLessThan(6)
    expect(other).toBeLessThan(1)
    const waiting = await opening
    expect(waiting.path).toBe(`/sv/checkout/confirmation/${waiting.checkoutId}`)
    expect(await state(at.shop, waiting.orderId)).toEqual({ order: 'pending_payment', attempts: [['started', 0, 0]] })
    expect(await state(at.shop, first.orderId)).toEqual({ order: 'pending_payment', attempts: [['started', 0, 0]] })
  })

  test('is waited for only shortly while it sleeps, and by an order that took long itself', async ({ expect }) => {
    await using at = await stripeShop()
    const orders: Awaited<ReturnType<typeof bought>>[] = []
    for (let count = 0; count < 6; count += 1) orders.push(await bought(at.shop, [['FAN', 1]], byStripe))
    const start = async (which: number, spentMs = 0) => {
      const { attemptId, checkoutId } = orders[which] ?? { attemptId: '', checkoutId: '' }
      const path = await startPayment(at.shop, attemptId, 'sv', performance.now() - spentMs)
      return path === `/sv/checkout/confirmation/${checkoutId}` ? 'later' : path
    }
    at.fake.mood = 'hang'
    const [afterWork, first] = [seconds(start(0, 4_000)), seconds(Promise.all([start(1), start(2)]))]
    expect(await afterWork).toBeLessThan(3)
    expect(await first).toBeGreaterThan(4)
    const unresponsive = start(3)
    expect([await seconds(unresponsive), await unresponsive]).toEqual([expect.toSatisfy((time) => time < 3), 'later'])
    at.fake.mood = 'well'
    expect(await start(4)).toMatch(/^http/)
    at.fake.mood = 'hang'
    expect(await seconds(start(5))).toBeGreaterThan(4)
  })

  test('whose answer was lost is called again with the same key: one page, one payment', async ({ expect }) => {
    await using at = await stripeShop()
    at.fake.mood = 500
    const payment = await started(at)
    expect(payment.path).toBe(`/sv/checkout/confirmation/${payment.checkoutId}`)
    at.fake.mood = 'well'
    at.clock.advance(30)
    await reconcilePayments(at.shop)
    const { url } = await attempt(at.shop, payment.attemptId)
    expect(await openCheckout(at.shop, 'sv', payment.checkoutId, buyerOf(at.shop, payment))).toEqual({
      kind: 'go',
      path: url,
    })
    expect(
      new Set(calls(at.fake, 'POST /v1/checkout/sessions').map(({ key, fields }) => JSON.stringify([key, fields])))
        .size,
    ).toBe(1)
    expect(at.fake.sessions.size).toBe(1)
  })

  test('whose webhook was lost is recovered within a minute', async ({ expect }) => {
    await using at = await stripeShop()
    const payment = await started(at)
    expect(await reconcilePayments(at.shop)).toBe(0)
    at.clock.advance(15)
    expect(await reconcilePayments(at.shop)).toBe(1)
    at.fake.pay(payment.session)
    expect(await reconcilePayments(at.shop)).toBe(0)
    at.clock.advance(30)
    expect(await Promise.all([reconcilePayments(at.shop), reconcilePayments(at.shop)])).toContain(1)
    expect(await state(at.shop, payment.orderId)).toEqual({ order: 'confirmed', attempts: [['succeeded', 24_700, 0]] })
    expect(await mailsOf(at.shop)).toBe(1)
    at.clock.advance(60)
    expect(await reconcilePayments(at.shop)).toBe(0)
  })

  test('that loses the answers to a start and a refund is called again and charges, and refunds, once', async ({
    expect,
  }) => {
    await using at = await stripeShop()
    const refunded = await paid(at)
    await refundPayment(at.shop, { orderId: refunded.orderId, amount: 10_000, reason: 'test', actor: 'anna' })
    at.fake.mood = 'lost'
    const [lost] = await Promise.all([started(at), deliverOutbox(at.shop, 'payments')])
    expect([at.fake.sessions.size, at.fake.refunds.length]).toEqual([2, 1])
    expect(await refundRows(at.shop, refunded.orderId)).toEqual([[10_000, 'pending', 0]])
    at.fake.mood = 'well'
    at.clock.advance(60)
    await reconcilePayments(at.shop)
    await deliverOutbox(at.shop, 'payments')
    expect([at.fake.sessions.size, at.fake.refunds.length]).toEqual([2, 1])
    expect(await refundRows(at.shop, refunded.orderId)).toEqual([[10_000, 'succeeded', 0]])
    expect((await attempt(at.shop, lost.attemptId)).url).toBe([...at.fake.sessions.values()].at(-1)?.url)
  })
})
