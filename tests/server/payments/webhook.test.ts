import { expect, test } from 'vitest'
import { orderById } from '../../../src/server/ordering/orders/queries.ts'
import { receiveWebhook } from '../../../src/server/ordering/payment/receive-webhook.ts'
import { decideSandboxPayment, sandboxPayment } from '../../../src/server/ordering/payment/sandbox-page.ts'
import type { PaymentNotice } from '../../../src/server/payments/provider.ts'
import { sandboxWebhook } from '../../../src/server/payments/providers/sandbox.ts'
import { attemptById } from '../../../src/server/payments/queries.ts'
import { ProblemError } from '../../../src/server/platform/http/answers/problem.ts'
import { aForm, bought, countOf, fixtureShop, movableClock, type Clock } from '../ordering/checkout/buyer.ts'

async function pendingShop(clock: Clock = movableClock()) {
  const shop = await fixtureShop(clock)
  const { orderId, attemptId } = await bought(shop, [['FAN', 1]], aForm({ payment_method: 'sandbox' }))
  const attempt = await attemptById(shop.db, attemptId)
  const notice: PaymentNotice = {
    eventId: 'event-1',
    attemptId,
    outcome: 'succeeded',
    amount: attempt?.amount ?? 0,
    currency: 'SEK',
    reason: null,
  }
  const status = async () => (await orderById(shop.db, orderId))?.status
  return {
    shop,
    notice,
    status,
    webhook: await sandboxWebhook(shop, notice),
    [Symbol.asyncDispose]: () => shop[Symbol.asyncDispose](),
  }
}

const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => 'accepted',
    (error: unknown) => (error instanceof ProblemError ? `${error.status} ${error.code}` : error),
  )

test('a signed webhook is processed, and its repeats change nothing', async () => {
  await using pending = await pendingShop()
  const { shop, webhook } = pending
  expect(await receiveWebhook(shop, 'sandbox', webhook.body, webhook.headers)).toBe('applied')
  expect(await receiveWebhook(shop, 'sandbox', webhook.body, webhook.headers)).toBe('duplicate')
  expect(await pending.status()).toBe('confirmed')
})

test('altered, unsigned and wrongly signed webhooks are rejected', async () => {
  await using pending = await pendingShop()
  const {
    shop,
    webhook: { body, headers },
  } = pending
  const [time = '', signature = ''] = (headers.get('sandbox-signature') ?? '').split(',')
  const signatures = [
    `${time},${signature.slice(0, -1)}${signature.endsWith('0') ? '1' : '0'}`,
    `${time},`,
    time,
    '',
    `${Number(time) + 1},${signature}`,
    `${time},${'é'.repeat(signature.length)}`,
    `NaN,${signature}`,
    `,${signature}`,
  ]
  for (const value of signatures)
    expect(await refusal(receiveWebhook(shop, 'sandbox', body, new Headers({ 'sandbox-signature': value })))).toBe(
      '400 webhook_not_verified',
    )
  expect(await refusal(receiveWebhook(shop, 'sandbox', body, new Headers()))).toBe('400 webhook_not_verified')
  expect(await refusal(receiveWebhook(shop, 'sandbox', body.replace('"amount":', '"amount":1'), headers))).toBe(
    '400 webhook_not_verified',
  )
  expect(await pending.status()).toBe('pending_payment')
  expect(await countOf(shop, 'payment_events')).toBe(0)
})

test('a webhook from more than five minutes ago, or ahead, is rejected', async () => {
  for (const [seconds, answer] of [
    [299, 'accepted'],
    [302, '400 webhook_not_verified'],
    [-302, '400 webhook_not_verified'],
  ] as const) {
    const clock = movableClock()
    await using pending = await pendingShop(clock)
    clock.advance(seconds)
    expect(await refusal(receiveWebhook(pending.shop, 'sandbox', pending.webhook.body, pending.webhook.headers))).toBe(
      answer,
    )
  }
})

test('a signed text that is not a notification is rejected, and so are unknown providers', async () => {
  await using pending = await pendingShop()
  const { shop, notice, webhook } = pending
  const changes: Record<string, unknown>[] = [
    { amount: 1.5 },
    { amount: '100' },
    { outcome: 'paid' },
    { attemptId: null },
    { eventId: 'x'.repeat(101) },
  ]
  for (const change of changes) {
    const { body, headers } = await sandboxWebhook(shop, { ...notice, ...change } as PaymentNotice)
    expect(await refusal(receiveWebhook(shop, 'sandbox', body, headers))).toBe('400 webhook_unreadable')
  }
  for (const name of ['invoice', 'nobody', '__proto__', ''])
    expect(await refusal(receiveWebhook(shop, name, webhook.body, webhook.headers))).toBe('404 provider_unknown')
  expect(await pending.status()).toBe('pending_payment')
})

test('the hosted page declines, and exists only for its own payments', async () => {
  await using pending = await pendingShop()
  const { shop, notice } = pending
  const payment = await sandboxPayment(shop, notice.attemptId)
  if (!payment) throw new Error('The hosted page does not know the payment.')
  expect(await decideSandboxPayment(shop, payment, 'decline')).toBe(`/sv/checkout/failed/${payment.order.checkout_id}`)
  expect(await pending.status()).toBe('failed')
  const invoice = await bought(shop, [['FAN', 1]])
  expect(await sandboxPayment(shop, invoice.attemptId)).toBeUndefined()
  expect(await sandboxPayment(shop, 'unknown')).toBeUndefined()
})
