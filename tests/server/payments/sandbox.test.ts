import { expect, test } from 'vitest'
import type { SandboxChoice } from '../../../src/domain/orders/payments.ts'
import { deliverOutbox } from '../../../src/server/jobs/deliver-outbox.ts'
import { reconcilePayments } from '../../../src/server/jobs/reconcile-payments.ts'
import { expireOrders } from '../../../src/server/ordering/fulfilment/expire-orders.ts'
import { failedPayment } from '../../../src/server/ordering/payment/failed-payment.ts'
import { decideSandboxPayment, sandboxPayment } from '../../../src/server/ordering/payment/sandbox-page.ts'
import { startPayment } from '../../../src/server/ordering/payment/start-payment.ts'
import { offeredProviders } from '../../../src/server/payments/providers.ts'
import { parseEnv } from '../../../src/server/platform/env.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { answerOf } from '../../support/page-answer.ts'
import { bought, countOf, fixtureShop, movableClock, stockOf } from '../ordering/checkout/buyer.ts'
import { bySandbox, mailsOf, state } from './payer.ts'

async function opened(shop: Shop) {
  const order = await bought(shop, [['FAN', 2]], bySandbox)
  await startPayment(shop, order.attemptId)
  const decide = async (choice: SandboxChoice | 'leave' | 'anything', seconds?: number): Promise<string> => {
    const payment = await sandboxPayment(shop, order.attemptId)
    if (!payment) throw new Error('The hosted page does not know the payment.')
    const path = await decideSandboxPayment(shop, payment, choice, seconds)
    return path.split('/').at(-2) ?? ''
  }
  return { ...order, decide, status: async () => (await state(shop, order.orderId)).order }
}

test.each<[SandboxChoice | 'leave' | 'anything', string, string, string]>([
  ['approve', 'confirmation', 'confirmed', 'succeeded'],
  ['decline', 'failed', 'failed', 'failed'],
  ['anything', 'failed', 'failed', 'failed'],
  ['leave', 'failed', 'failed', 'failed'],
  ['double', 'confirmation', 'confirmed', 'succeeded'],
  ['out_of_order', 'confirmation', 'confirmed', 'succeeded'],
  ['wrong_amount', 'confirmation', 'pending_payment', 'held'],
  ['late', 'confirmation', 'pending_payment', 'started'],
  ['lost', 'confirmation', 'pending_payment', 'started'],
  ['timeout', 'confirmation', 'pending_payment', 'started'],
])('the sandbox plays "%s": the %s page, and the order is %s', async (choice, page, order, attempt) => {
  await using shop = await fixtureShop()
  const payment = await opened(shop)
  expect(await payment.decide(choice)).toBe(page)
  expect(await state(shop, payment.orderId)).toMatchObject({ order, attempts: [[attempt, expect.any(Number), 0]] })
  expect([await mailsOf(shop), await countOf(shop, 'payment_events')]).toEqual([
    order === 'confirmed' ? 1 : 0,
    { approve: 1, double: 1, out_of_order: 3, late: 0, lost: 0, timeout: 0 }[String(choice)] ?? 1,
  ])
})

const anOrder = { country: 'SE', kind: 'private', due: 10_000 } as const

test('a decline after the approval shows the placed order', async () => {
  await using shop = await fixtureShop()
  const { decide, status, checkoutId } = await opened(shop)
  await decide('approve')
  expect([
    await decide('decline'),
    await decide('leave'),
    await decide('wrong_amount'),
    await decide('approve'),
  ]).toEqual(Array(4).fill('confirmation'))
  expect(await status()).toBe('confirmed')
  expect(answerOf(await failedPayment(shop, 'sv', checkoutId))).toEqual({
    kind: 'go',
    path: `/sv/checkout/confirmation/${checkoutId}`,
  })
})

test('a lost webhook is found by polling, and one that never comes ends with the order', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const [lost, never] = [await opened(shop), await opened(shop)]
  await lost.decide('lost')
  await never.decide('timeout')
  clock.advance(40)
  expect(await reconcilePayments(shop)).toBe(2)
  expect([await lost.status(), await never.status()]).toEqual(['confirmed', 'pending_payment'])
  clock.advance(30 * 60)
  await expireOrders(shop)
  expect([await lost.status(), await never.status()]).toEqual(['confirmed', 'expired'])
  expect(await stockOf(shop, 'fan')).toEqual({ on_hand: 20, reserved: 2 })
})

test('an approved payment cannot be left, even when its webhook was lost', async () => {
  await using shop = await fixtureShop()
  const { decide, status } = await opened(shop)
  await decide('lost')
  expect([await decide('leave'), await status()]).toEqual(['confirmation', 'confirmed'])
})

test('a late webhook arrives when due: before the order expires, or after', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const [soon, afterwards] = [await opened(shop), await opened(shop)]
  await soon.decide('late', 20)
  await afterwards.decide('late', 2_000)
  await deliverOutbox(shop)
  expect([await soon.status(), await afterwards.status()]).toEqual(['pending_payment', 'pending_payment'])
  clock.advance(20)
  await deliverOutbox(shop)
  expect([await soon.status(), await afterwards.status()]).toEqual(['confirmed', 'pending_payment'])
  clock.advance(1_980)
  await expireOrders(shop)
  expect(await afterwards.status()).toBe('expired')
  await deliverOutbox(shop)
  expect(await afterwards.status()).toBe('confirmed')
})

test('the sandbox is refused in production unless allowed', async () => {
  await using shop = await fixtureShop()
  const { attemptId } = await opened(shop)
  for (const [settings, isOffered] of [
    [{}, false],
    [{ SANDBOX_PAYMENTS: '1' }, true],
  ] as const) {
    const production = {
      ...shop,
      env: { ...shop.env, SANDBOX_PAYMENTS: parseEnv({ NODE_ENV: 'production', ...settings }).SANDBOX_PAYMENTS },
    }
    expect(offeredProviders(production, 'sv', anOrder).includes('sandbox')).toBe(isOffered)
    expect((await sandboxPayment(production, attemptId)) !== undefined).toBe(isOffered)
  }
})
