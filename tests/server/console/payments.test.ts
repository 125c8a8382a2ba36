import { expect, test } from 'vitest'
import { bookkeepingSettings } from '../../../src/domain/settings/bookkeeping.ts'
import { paymentScreen } from '../../../src/server/console/payments/payment-page.ts'
import { paymentsScreen } from '../../../src/server/console/payments/payments-page.ts'
import { todayScreen } from '../../../src/server/console/today/today-page.ts'
import { bookEntries } from '../../../src/server/ordering/books/book-entries.ts'
import { vouchersOf } from '../../../src/server/ordering/books/vouchers.ts'
import { expireOrders } from '../../../src/server/ordering/fulfilment/expire-orders.ts'
import { orderEventRows } from '../../../src/server/ordering/orders/queries.ts'
import { applyRefundNotice } from '../../../src/server/ordering/payment/apply-refund-notice.ts'
import { completeOrder } from '../../../src/server/ordering/payment/complete-order.ts'
import { refundPayment } from '../../../src/server/ordering/payment/refund-payment.ts'
import { attemptById } from '../../../src/server/payments/queries.ts'
import { endRefund } from '../../../src/server/payments/refund-queries.ts'
import { auditOf } from '../../../src/server/platform/audit/audit-queries.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { aForm, bought, fixtureShop, movableClock, type Clock } from '../ordering/checkout/buyer.ts'
import { statusOf } from '../ordering/orders/parcels.ts'
import { contentOf, outcome, signedIn } from './at-console.ts'

const byCard = aForm({ payment_method: 'sandbox' })

type Told = { amount?: number; currency?: string; eventId?: string }

async function tell(shop: Shop, attemptId: string, { eventId = 'paid', ...told }: Told = {}) {
  const attempt = await attemptById(shop.db, attemptId)
  if (!attempt) throw new Error('No such payment.')
  const { amount, currency } = attempt
  const notice = { eventId, attemptId, outcome: 'succeeded' as const, amount, currency, reason: null, ...told }
  return completeOrder(shop, 'sandbox', notice)
}

/** A payment of another sum than its order's. */
async function heldPayment(shop: Shop, clock: Clock, paidMore = 500) {
  const placed = await bought(shop, [['FAN', 1]], byCard)
  const amount = ((await attemptById(shop.db, placed.attemptId))?.amount ?? 0) + paidMore
  expect(await tell(shop, placed.attemptId, { amount })).toBe('held')
  clock.advance(60)
  return placed
}

test('a held payment is listed, explained and accepted, and the excess is paid back', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const { orderId, attemptId } = await heldPayment(shop, clock)
  const accountant = await signedIn(shop, 'accountant')
  const { held, list, refused, waiting } = await contentOf(shop, accountant, paymentsScreen)
  expect([held.length, refused.length, waiting.length, list.rows.length]).toEqual([1, 0, 0, 1])
  expect(held[0]).toMatchObject({ paymentId: attemptId, paid: (held[0]?.amount ?? 0) + 500 })
  const params = { id: attemptId }
  const page = await contentOf(shop, accountant, paymentScreen, { params })
  expect(page.may).toEqual({ accept: true, refund: true, close: false })
  expect(page.events).toMatchObject([{ kind: 'succeeded', difference: 'amount', did: [expect.stringMatching(/held/)] }])
  const form = { action: 'accept', version: page.version }
  expect(await outcome(shop, accountant, paymentScreen, { params, form })).toMatchObject({ status: 303 })
  expect(await statusOf(shop, orderId)).toBe('confirmed')
  const after = await contentOf(shop, accountant, paymentScreen, { params })
  expect(after.refunds).toMatchObject([{ amount: 500, status: 'pending', reason: 'paid too much' }])
  expect(after.may).toEqual({ accept: false, refund: false, close: false })
  expect(await auditOf(shop.db, { kind: 'payment', id: attemptId })).toMatchObject([
    { operation: 'payments.accept', actor: 'The accountant' },
  ])
})

test('refuses the second of two people with one held payment, and pays nothing back twice', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const { attemptId } = await heldPayment(shop, clock)
  const [one, other] = [await signedIn(shop, 'owner'), await signedIn(shop, 'manager')]
  const params = { id: attemptId }
  const { version } = await contentOf(shop, one, paymentScreen, { params })
  const form = (action: string) => ({ params, form: { action, version, reason: 'wrong sum' } })
  const done = await Promise.all([
    outcome(shop, one, paymentScreen, form('refund')),
    outcome(shop, other, paymentScreen, form('accept')),
  ])
  expect(done.map(({ status }) => status).toSorted()).toEqual([303, 422])
  const attempt = await attemptById(shop.db, attemptId)
  expect(attempt && attempt.refunded <= attempt.captured).toBe(true)
  expect(await auditOf(shop.db, { kind: 'payment', id: attemptId })).toHaveLength(1)
})

test('a payment of too little cannot be accepted, and can be paid back in full', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const { attemptId, orderId } = await heldPayment(shop, clock, -100)
  const owner = await signedIn(shop, 'owner')
  const params = { id: attemptId }
  const { version, may } = await contentOf(shop, owner, paymentScreen, { params })
  expect(may.accept).toBe(false)
  expect(await outcome(shop, owner, paymentScreen, { params, form: { action: 'accept', version } })).toMatchObject({
    status: 422,
  })
  expect(await statusOf(shop, orderId)).toBe('pending_payment')
  expect(await outcome(shop, owner, paymentScreen, { params, form: { action: 'close', version } })).toMatchObject({
    status: 422,
  })
  const form = { action: 'refund', version, reason: 'too little' }
  expect(await outcome(shop, owner, paymentScreen, { params, form })).toMatchObject({ status: 303 })
  const attempt = await attemptById(shop.db, attemptId)
  expect(attempt?.refunded).toBe(attempt?.captured)
})

/** A refund that the shop asked for, as the provider has it. */
const atProvider = (refundId: string, amount: number) => ({
  reference: `at provider ${refundId}`,
  refundId,
  amount,
  currency: 'SEK',
  isFailed: false,
  reason: '',
})

test('a refused refund is listed and requested again once, of its own payment only', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const { orderId, attemptId } = await bought(shop, [['FAN', 1]], byCard)
  const other = await bought(shop, [['FAN', 1]], byCard)
  expect(await tell(shop, attemptId)).toBe('applied')
  clock.advance(60)
  const asked = await refundPayment(shop, { orderId, amount: 700, reason: 'goodwill', actor: 'operator' })
  if (asked.kind !== 'written') throw new Error('Nothing was refunded.')
  const failed = {
    eventId: 'no',
    attemptId,
    outcome: 'refund_failed' as const,
    refundId: asked.refundId,
    reason: 'card closed',
    refunds: [{ ...atProvider(asked.refundId, 700), isFailed: true, reason: 'card closed' }],
  }
  expect(await applyRefundNotice(shop, 'sandbox', failed)).toBe('applied')
  const owner = await signedIn(shop, 'owner')
  expect((await contentOf(shop, owner, paymentsScreen)).refused).toMatchObject([
    { paymentId: attemptId, amount: 700, error: 'card closed', isTriedAgain: false },
  ])
  const params = { id: attemptId }
  const page = await contentOf(shop, owner, paymentScreen, { params })
  expect(page.events.map(({ kind, difference }) => [kind, difference])).toEqual([
    ['succeeded', null],
    ['refund_failed', null],
  ])
  const form = { action: 'retry', version: page.version, refund: asked.refundId }
  const elsewhere = await contentOf(shop, owner, paymentScreen, { params: { id: other.attemptId } })
  expect(
    await outcome(shop, owner, paymentScreen, {
      params: { id: other.attemptId },
      form: { ...form, version: elsewhere.version },
    }),
  ).toMatchObject({ status: 422 })
  expect(await outcome(shop, owner, paymentScreen, { params, form })).toMatchObject({ status: 303 })
  expect(await outcome(shop, owner, paymentScreen, { params, form })).toMatchObject({ status: 422 })
  expect((await contentOf(shop, owner, paymentsScreen)).refused).toEqual([])
  expect((await attemptById(shop.db, attemptId))?.refunded).toBe(700)
})

test('a refused refund that the bank has paid waits for nobody, and is booked from the bank account', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const { orderId, attemptId } = await bought(shop, [['FAN', 1]], byCard)
  expect(await tell(shop, attemptId)).toBe('applied')
  clock.advance(60)
  const asked = await refundPayment(shop, { orderId, amount: 700, reason: 'goodwill', actor: 'operator' })
  if (asked.kind !== 'written') throw new Error('Nothing was refunded.')
  const refunds = [{ ...atProvider(asked.refundId, 700), isFailed: true, reason: 'card closed' }]
  const notice = { eventId: 'no', attemptId, refundId: asked.refundId, reason: 'card closed', refunds }
  expect(await applyRefundNotice(shop, 'sandbox', { ...notice, outcome: 'refund_failed' })).toBe('applied')
  const accountant = await signedIn(shop, 'accountant')
  const refused = async () =>
    (await contentOf(shop, accountant, todayScreen)).waiting.find(({ what }) => what === 'refunds')?.count
  expect(await refused()).toBe(1)
  const params = { id: attemptId }
  const { version } = await contentOf(shop, accountant, paymentScreen, { params })
  const send = (reference: string) => {
    const form = { action: 'by_bank', version, refund: asked.refundId, reference }
    return outcome(shop, accountant, paymentScreen, { params, form })
  }
  expect((await send(' ')).values).toMatchObject({ [`fault:reference:${asked.refundId}`]: expect.any(String) })
  expect([(await send('BG 123-4567')).status, (await send('BG 123-4567')).status]).toEqual([303, 422])
  expect([await refused(), (await contentOf(shop, accountant, paymentsScreen)).refused]).toEqual([undefined, []])
  const { refunds: rows, refunded } = await contentOf(shop, accountant, paymentScreen, { params })
  expect([rows.map(({ status }) => status).toSorted(), refunded]).toEqual([['failed', 'succeeded'], 700])
  expect((await orderEventRows(shop.db, orderId)).at(-1)?.note).toBe('refunded by bank transfer: 7.00 SEK, BG 123-4567')
  const day = shop.now().toISOString().slice(0, 10)
  const entries = await bookEntries(shop.db, shop.settings.all.home, { from: day, to: day })
  const vouchers = vouchersOf(entries, bookkeepingSettings.parse({}))
  expect(vouchers.filter(({ text }) => text.includes('bank')).map(({ rows: booked }) => booked)).toEqual([
    [
      { account: '1930', amount: -700 },
      { account: '1510', amount: 700 },
    ],
  ])
})

test('what the provider knows and the shop does not is shown as a difference', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const { orderId, attemptId } = await bought(shop, [['FAN', 1]], byCard)
  await tell(shop, attemptId)
  clock.advance(60)
  const asked = await refundPayment(shop, { orderId, amount: 300, reason: 'goodwill', actor: 'operator' })
  if (asked.kind !== 'written') throw new Error('Nothing was refunded.')
  const refunds = [atProvider(asked.refundId, 300)]
  const notice = { attemptId, outcome: 'refunded' as const, currency: 'SEK', refunds }
  await applyRefundNotice(shop, 'sandbox', { ...notice, eventId: 'b', amount: 300 })
  await applyRefundNotice(shop, 'sandbox', { ...notice, eventId: 'c', amount: 300, currency: 'EUR' })
  const owner = await signedIn(shop, 'owner')
  const { events } = await contentOf(shop, owner, paymentScreen, { params: { id: attemptId } })
  expect(events.map(({ id, difference }) => [id, difference])).toEqual([
    ['paid', null],
    ['b', null],
    ['c', 'currency'],
  ])
  await shop.db.transaction().execute(async (trx) => {
    await endRefund(trx, asked.refundId, ['pending'], { status: 'failed', error: 'x' }, shop.now().toISOString())
    await trx.updateTable('payment_attempts').set({ refunded: 0 }).where('id', '=', attemptId).execute()
  })
  const later = await contentOf(shop, owner, paymentScreen, { params: { id: attemptId } })
  expect(later.events[1]).toMatchObject({ id: 'b', difference: 'refunded' })
})

test('a capture that the provider did not answer is shown as waiting', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const { orderId, attemptId } = await bought(shop, [['FAN', 1]], byCard)
  await tell(shop, attemptId)
  await refundPayment(shop, { orderId, amount: 100, reason: 'goodwill', actor: 'operator' })
  await shop.db
    .updateTable('outbox')
    .set({ attempts: 3, last_error: 'timeout' })
    .where('kind', '=', 'payment.refund')
    .execute()
  const owner = await signedIn(shop, 'owner')
  const { waiting } = await contentOf(shop, owner, paymentsScreen)
  expect(waiting).toMatchObject([{ paymentId: attemptId, kind: 'refund', tries: 3, error: 'timeout' }])
})

test('the list finds a payment by its order, filters by state and pages by key', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const placed: Awaited<ReturnType<typeof bought>>[] = []
  for (let time = 0; time < 3; time += 1) {
    placed.push(await bought(shop, [['FAN', 1]], byCard))
    clock.advance(60)
  }
  await tell(shop, placed[1]?.attemptId ?? '')
  clock.advance(48 * 3600)
  await expireOrders(shop)
  const seller = await signedIn(shop, 'seller')
  const ids = async (query: Record<string, string>) =>
    (await contentOf(shop, seller, paymentsScreen, { query })).list.rows.map(({ id }) => id)
  const all = placed.map(({ attemptId }) => attemptId)
  expect(await ids({})).toEqual(all.toReversed())
  expect(await ids({ sort: 'created' })).toEqual(all)
  expect(await ids({ status: 'succeeded' })).toEqual([all[1]])
  expect(await ids({ q: all[2] ?? '' })).toEqual([all[2]])
  expect(await ids({ from: '2099-01-01' })).toEqual([])
  expect(await ids({ provider: "'; drop table orders; --" })).toHaveLength(3)
})
