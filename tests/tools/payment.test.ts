import { expect, test } from 'vitest'
import { expireOrders } from '../../src/server/ordering/fulfilment/expire-orders.ts'
import { completeOrder } from '../../src/server/ordering/payment/complete-order.ts'
import { insertRefund } from '../../src/server/payments/refund-queries.ts'
import { bought, buy } from '../server/ordering/checkout/buyer.ts'
import { bySandbox } from '../server/payments/payer.ts'
import type { TestShop } from '../support/test-shop.ts'
import { shopCommands } from './shop-commands.ts'

let events = 0
/** The provider reports that this amount was paid. */
const pay = (shop: TestShop, attemptId: string, amount: number, currency: 'SEK' | 'EUR' = 'SEK') =>
  completeOrder(shop, 'sandbox', {
    attemptId,
    eventId: `event-${(events += 1)}`,
    outcome: 'succeeded',
    amount,
    currency,
    reason: null,
  })

const stock = (shop: TestShop, reserved: number) =>
  shop.db.updateTable('stock').set({ reserved }).where('product_id', '=', 'fan').execute()

/** An expired order of two fans, 247 kr; its payment arrives when the fans are sold out. */
async function tooLate(shop: TestShop) {
  const order = await bought(shop, [['FAN', 2]], bySandbox)
  await expireOrders({ ...shop, now: () => new Date(Date.now() + 40 * 60_000) })
  await stock(shop, 20)
  expect(await pay(shop, order.attemptId, 24_700)).toBe('held')
  return order
}

test('an operator sees held payments with their reason, and accepts one when its units are available', async () => {
  await using commands = await shopCommands()
  const { shop, run, json } = commands
  expect((await run('payment', 'list')).out).toBe('No payment needs review.\n')
  const { attemptId } = await tooLate(shop)
  expect((await run('payment', 'list')).out).toMatch(
    new RegExp(
      'Held payments\\nORDER +STATUS +HELD SINCE[^]*' +
        '100001 +expired .* sandbox +247\\.00 SEK +247\\.00 SEK +\\S+ +paid when the order was expired',
    ),
  )
  expect(await run('payment', 'accept', '100001')).toMatchObject({
    code: 1,
    err: expect.stringContaining('is no longer available') as string,
  })
  expect(await json('payment', 'list')).toMatchObject({
    held: [{ id: attemptId, order: '100001', authorized: 24_700 }],
    refunds: [],
  })
  await stock(shop, 0)
  expect((await run('payment', 'accept', '#100001', '--by', 'Vera')).out).toBe('Order 100001 is confirmed.\n')
  expect(await run('payment', 'accept', '100001')).toMatchObject({
    code: 2,
    err: expect.stringContaining('There is no held payment 100001') as string,
  })
  expect(
    (await shop.db.selectFrom('stock').select('reserved').where('product_id', '=', 'fan').executeTakeFirstOrThrow())
      .reserved,
  ).toBe(2)
  expect(
    await shop.db.selectFrom('outbox').select('kind').where('kind', '=', 'mail.order_confirmed').execute(),
  ).toHaveLength(1)
  const shown = (await run('payment', 'show', '100001')).out
  for (const text of ['operator:Vera', 'held payment accepted', attemptId, '247.00 SEK refundable'])
    expect(shown).toContain(text)
})

test('an excess pays the order and is refunded; too little and another currency do not pay it', async () => {
  await using commands = await shopCommands()
  const { shop, run, json } = commands
  const [more, less, euros] = [
    await bought(shop, [['FAN', 2]], bySandbox),
    await bought(shop, [['FAN', 2]], bySandbox),
    await bought(shop, [['FAN', 2]], bySandbox),
  ]
  await pay(shop, more.attemptId, 30_000)
  await pay(shop, less.attemptId, 10_000)
  await pay(shop, euros.attemptId, 24_700, 'EUR')
  expect(await json('payment', 'accept', '100001')).toEqual({
    number: '100001',
    status: 'confirmed',
    payment: more.attemptId,
    given_back: 5_300,
  })
  expect(await json('payment', 'show', '100001')).toMatchObject({
    attempts: [{ status: 'succeeded', captured: 30_000, refunded: 5_300 }],
    refunds: [{ amount: 5_300, reason: 'paid too much' }],
  })
  for (const number of ['100002', '100003'])
    expect(await run('payment', 'accept', number)).toMatchObject({
      code: 1,
      err: expect.stringContaining('is less than the order total') as string,
    })
  expect((await run('payment', 'refund', less.attemptId, '--reason', 'too little')).out).toBe(
    '100.00 SEK for order 100002 is refunded.\n',
  )
  expect(await run('payment', 'refund', '100003')).toMatchObject({
    code: 1,
    err: expect.stringContaining('at the provider') as string,
  })
  expect(await run('payment', 'close', '100003')).toMatchObject({ code: 2 })
  expect(await run('payment', 'close', '100003', '--reason', 'paid back at the bank')).toMatchObject({ code: 0 })
  expect((await run('payment', 'list')).out).toBe('No payment needs review.\n')
  expect(((await json('payment', 'show', '100003')) as { history: { note: string }[] }).history.at(-1)?.note).toBe(
    'held payment closed: paid back at the bank',
  )
})

test('a cart that was ordered again accepts no second payment', async () => {
  await using commands = await shopCommands()
  const { shop, run } = commands
  const { checkoutId } = await tooLate(shop)
  await stock(shop, 0)
  expect((await buy(shop, checkoutId)).kind).toBe('placed')
  expect(await run('payment', 'accept', '100001')).toMatchObject({
    code: 1,
    err: expect.stringContaining('ordered again as 100002') as string,
  })
  await shop.db.updateTable('orders').set({ status: 'failed' }).execute()
  expect(await run('payment', 'accept', '100001')).toMatchObject({
    code: 1,
    err: expect.stringContaining('is failed and accepts no payment') as string,
  })
})

test('a refund refused by the provider is requested again, and only once', async () => {
  await using commands = await shopCommands()
  const { shop, run, json } = commands
  const { orderId, attemptId } = await bought(shop, [['FAN', 2]], bySandbox)
  await pay(shop, attemptId, 24_700)
  const at = shop.now().toISOString()
  await shop.db.transaction().execute((trx) =>
    insertRefund(trx, {
      id: 'refused',
      order_id: orderId,
      attempt_id: attemptId,
      dedupe_key: 'refused',
      amount: 10_000,
      currency: 'SEK',
      reason: 'kind',
      actor: 'anna',
      status: 'failed',
      provider_reference: null,
      error: 'card closed',
      refusals: 12,
      created_at: at,
      updated_at: at,
    }),
  )
  expect((await run('payment', 'list')).out).toMatch(
    /Refused refunds\nORDER +REQUESTED[^]*100001 .* 100\.00 SEK +failed +12 +refused +card closed/,
  )
  expect(await json('payment', 'retry', 'refused')).toMatchObject({ number: '100001' })
  expect(await json('payment', 'retry', 'refused')).toMatchObject({ number: '100001' })
  expect(await json('payment', 'show', '100001')).toMatchObject({
    attempts: [{ refunded: 10_000 }],
    refunds: [{ id: 'refused' }, { amount: 10_000, reason: 'kind' }],
  })
  expect((await run('payment', 'list')).out).toBe('No payment needs review.\n')
  expect(await run('payment', 'retry', 'nothing')).toMatchObject({
    code: 1,
    err: expect.stringContaining('no refused refund') as string,
  })
})
