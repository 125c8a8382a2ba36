import { expect, test } from 'vitest'
import { expireOrders } from '../../../src/server/ordering/fulfilment/expire-orders.ts'
import { orderById, orderEventRows } from '../../../src/server/ordering/orders/queries.ts'
import { completeOrder } from '../../../src/server/ordering/payment/complete-order.ts'
import type { PaymentNotice } from '../../../src/server/payments/provider.ts'
import { attemptById } from '../../../src/server/payments/queries.ts'
import type { Shop } from '../../../src/server/shop.ts'
import {
  aForm,
  bought,
  buy,
  checkoutWith,
  countOf,
  fixtureShop,
  movableClock,
  stockOf,
} from '../ordering/checkout/buyer.ts'

const byCard = aForm({ payment_method: 'sandbox' })

async function noticeFor(
  { db }: Shop,
  attemptId: string,
  changes: Partial<PaymentNotice> = {},
): Promise<PaymentNotice> {
  const attempt = await attemptById(db, attemptId)
  if (!attempt) throw new Error('No such attempt.')
  return {
    eventId: 'event-1',
    attemptId,
    outcome: 'succeeded',
    amount: attempt.amount,
    currency: attempt.currency,
    reason: null,
    ...changes,
  }
}

const statusOf = async ({ db }: Shop, orderId: string) => (await orderById(db, orderId))?.status
const attemptStatus = async ({ db }: Shop, attemptId: string) => (await attemptById(db, attemptId))?.status
const mails = async ({ db }: Shop) =>
  db.selectFrom('outbox').select('dedupe_key').where('kind', '=', 'mail.order_confirmed').execute()

test('twenty concurrent copies of a webhook have one effect', async () => {
  await using shop = await fixtureShop()
  const { orderId, attemptId } = await bought(shop, [['FAN', 2]], byCard)
  const notice = await noticeFor(shop, attemptId)
  const heard = await Promise.all(Array.from({ length: 20 }, () => completeOrder(shop, 'sandbox', notice)))
  expect(heard.toSorted()).toEqual(['applied', ...Array<string>(19).fill('duplicate')])
  expect(await statusOf(shop, orderId)).toBe('confirmed')
  expect(await mails(shop)).toEqual([{ dedupe_key: `mail.order_confirmed:${orderId}` }])
  expect((await orderEventRows(shop.db, orderId)).map((event) => event.to_status)).toEqual([
    'pending_payment',
    'confirmed',
  ])
  expect(await countOf(shop, 'payment_events')).toBe(1)
  expect(await stockOf(shop, 'fan')).toEqual({ on_hand: 20, reserved: 2 })
})

test('the same success under twenty ids confirms once', async () => {
  await using shop = await fixtureShop()
  const { orderId, attemptId } = await bought(shop, [['FAN', 2]], byCard)
  const notice = await noticeFor(shop, attemptId)
  const heard = await Promise.all(
    Array.from({ length: 20 }, (_, at) => completeOrder(shop, 'sandbox', { ...notice, eventId: `event-${at}` })),
  )
  expect(heard.toSorted()).toEqual(['applied', ...Array<string>(19).fill('no_effect')])
  expect(await mails(shop)).toHaveLength(1)
  expect(await orderEventRows(shop.db, orderId)).toHaveLength(2)
})

test('concurrent success and failure leave the order in one of the two and the stock right', async () => {
  await using shop = await fixtureShop()
  for (let round = 0; round < 10; round++) {
    const { orderId, attemptId } = await bought(shop, [['ODD-PRICE', 1]], byCard)
    const before = await stockOf(shop, 'odd-price')
    const notice = await noticeFor(shop, attemptId, { eventId: `yes-${round}` })
    await Promise.all([
      completeOrder(shop, 'sandbox', notice),
      completeOrder(shop, 'sandbox', { ...notice, eventId: `no-${round}`, outcome: 'failed' }),
    ])
    const status = await statusOf(shop, orderId)
    expect(['confirmed', 'failed']).toContain(status)
    expect((await stockOf(shop, 'odd-price')).reserved).toBe(before.reserved - (status === 'failed' ? 1 : 0))
  }
})

test('a wrong amount or currency holds the order, and the right payment still confirms it', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const { orderId, attemptId } = await bought(shop, [['FAN', 1]], byCard)
  const right = await noticeFor(shop, attemptId)
  expect(await completeOrder(shop, 'sandbox', { ...right, eventId: 'short', amount: right.amount - 1 })).toBe('held')
  expect(await completeOrder(shop, 'sandbox', { ...right, eventId: 'dollars', currency: 'USD' })).toBe('held')
  expect(await statusOf(shop, orderId)).toBe('pending_payment')
  expect(await mails(shop)).toEqual([])
  expect((await orderEventRows(shop.db, orderId)).map((event) => event.note).filter(Boolean)).toHaveLength(2)
  clock.advance(24 * 3600)
  expect(await expireOrders(shop)).toBe(0)
  expect(await stockOf(shop, 'fan')).toEqual({ on_hand: 20, reserved: 1 })
  expect(await completeOrder(shop, 'sandbox', { ...right, eventId: 'whole' })).toBe('applied')
  expect(await statusOf(shop, orderId)).toBe('confirmed')
})

test('a declined payment releases everything, and the same checkout can be ordered again', async () => {
  await using shop = await fixtureShop()
  const checkoutId = await checkoutWith(
    shop,
    [
      ['FAN', 2],
      ['KIT', 1],
    ],
    ['ONCE'],
  )
  const first = await buy(shop, checkoutId, byCard)
  if (first.kind !== 'placed') throw new Error(first.kind)
  expect(await stockOf(shop, 'fan')).toEqual({ on_hand: 20, reserved: 3 })
  expect(
    await completeOrder(
      shop,
      'sandbox',
      await noticeFor(shop, first.attemptId, { outcome: 'failed', reason: 'declined' }),
    ),
  ).toBe('applied')
  expect(await statusOf(shop, first.orderId)).toBe('failed')
  expect([await stockOf(shop, 'fan'), await stockOf(shop, 'ram')]).toEqual([
    { on_hand: 20, reserved: 0 },
    { on_hand: 9, reserved: 0 },
  ])
  expect(await shop.db.selectFrom('coupons').select('used').where('code', '=', 'ONCE').executeTakeFirst()).toEqual({
    used: 0,
  })
  const second = await buy(shop, checkoutId)
  if (second.kind !== 'placed') throw new Error(second.kind)
  expect(second.orderId).not.toBe(first.orderId)
  expect(await countOf(shop, 'orders')).toBe(2)
  expect(await shop.db.selectFrom('coupons').select('used').where('code', '=', 'ONCE').executeTakeFirst()).toEqual({
    used: 1,
  })
})

test('money for a failed order is held for review', async () => {
  await using shop = await fixtureShop()
  const { orderId, attemptId } = await bought(shop, [['FAN', 1]], byCard)
  await completeOrder(shop, 'sandbox', await noticeFor(shop, attemptId, { outcome: 'failed' }))
  expect(await completeOrder(shop, 'sandbox', await noticeFor(shop, attemptId, { eventId: 'late' }))).toBe('held')
  expect(await statusOf(shop, orderId)).toBe('failed')
  expect((await orderEventRows(shop.db, orderId)).at(-1)?.note).toMatch(/^held: /)
})

test('a late outcome cannot undo a confirmation', async () => {
  await using shop = await fixtureShop()
  const { orderId, attemptId } = await bought(shop, [['FAN', 1]], byCard)
  await completeOrder(shop, 'sandbox', await noticeFor(shop, attemptId))
  for (const outcome of ['failed', 'expired'] as const) {
    expect(await completeOrder(shop, 'sandbox', await noticeFor(shop, attemptId, { eventId: outcome, outcome }))).toBe(
      'no_effect',
    )
  }
  expect([await statusOf(shop, orderId), await attemptStatus(shop, attemptId)]).toEqual(['confirmed', 'succeeded'])
  expect(await stockOf(shop, 'fan')).toEqual({ on_hand: 20, reserved: 1 })
})

test('a notification about an unknown attempt, or from another provider, does nothing', async () => {
  await using shop = await fixtureShop()
  const { orderId, attemptId } = await bought(shop, [['FAN', 1]], byCard)
  const notice = await noticeFor(shop, attemptId)
  expect(await completeOrder(shop, 'sandbox', { ...notice, attemptId: 'unknown' })).toBe('unknown_attempt')
  expect(await completeOrder(shop, 'invoice', notice)).toBe('unknown_attempt')
  expect(await statusOf(shop, orderId)).toBe('pending_payment')
  expect(await countOf(shop, 'payment_events')).toBe(0)
})

test('concurrent orders and declines of the same things neither block each other nor miscount', async () => {
  await using shop = await fixtureShop()
  await shop.db.updateTable('stock').set({ on_hand: 5_000 }).execute()
  const skus = ['FAN', 'RAM', 'BAT', 'KIT', 'ODD-PRICE']
  const rotated = (at: number) =>
    skus.map((_, index) => [skus[(index + at) % skus.length] ?? '', 1 + (at % 3)] as const)
  const placed = async (at: number) => {
    const checkoutId = await checkoutWith(
      shop,
      at % 2 === 0 ? rotated(at) : rotated(at).toReversed(),
      at % 2 === 0 ? ['TEN', 'GROUP20', 'FIXED50'] : ['FIXED50', 'GROUP20', 'TEN'],
    )
    const result = await buy(shop, checkoutId, byCard)
    if (result.kind !== 'placed') throw new Error(result.kind)
    return result
  }
  const first = await Promise.all(Array.from({ length: 20 }, (_, at) => placed(at)))
  const declines = first.map(async ({ attemptId }) =>
    completeOrder(shop, 'sandbox', await noticeFor(shop, attemptId, { eventId: attemptId, outcome: 'failed' })),
  )
  const [heard] = await Promise.all([
    Promise.all(declines),
    Promise.all(Array.from({ length: 20 }, (_, at) => placed(at + 1))),
  ])
  expect(new Set(heard)).toEqual(new Set(['applied']))
  const held = await shop.db
    .selectFrom('stock_reservations')
    .select('product_id')
    .select((row) => row.fn.sum<number>('quantity').as('units'))
    .where('status', '=', 'held')
    .groupBy('product_id')
    .execute()
  for (const { product_id: id, units } of held)
    expect([id, (await stockOf(shop, id)).reserved]).toEqual([id, Number(units)])
  expect(await shop.db.selectFrom('coupons').select('used').where('used', '>', 0).execute()).toEqual([
    { used: 20 },
    { used: 20 },
    { used: 20 },
  ])
})
