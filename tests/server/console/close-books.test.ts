import { sql, type Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { dayOf } from '../../../src/domain/places/working-days.ts'
import { booksScreen } from '../../../src/server/console/books/books-page.ts'
import { monthAround } from '../../../src/server/console/books/period-of.ts'
import { deliverOutbox } from '../../../src/server/jobs/deliver-outbox.ts'
import { shipOrder } from '../../../src/server/ordering/fulfilment/ship-order.ts'
import { payInvoice } from '../../../src/server/ordering/invoices/pay-invoice.ts'
import { orderDocument } from '../../../src/server/ordering/order-pages/order-document.ts'
import { applyRefundNotice } from '../../../src/server/ordering/payment/apply-refund-notice.ts'
import { refundOrder } from '../../../src/server/ordering/refunds/refund-order.ts'
import { refundsOf } from '../../../src/server/payments/refund-queries.ts'
import { auditOf } from '../../../src/server/platform/audit/audit-queries.ts'
import { up } from '../../../src/server/platform/db/migrations/0060-invoices.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { fixtureShop, movableClock, type Clock } from '../ordering/checkout/buyer.ts'
import { confirmed } from '../ordering/orders/parcels.ts'
import { contentOf, outcome, signedIn, visit, type Browser } from './at-console.ts'

const aDay = 24 * 3600
const first = '2026-06-15'

async function sent(shop: Shop, clock: Clock, form: { payment_method: string }): Promise<string> {
  const orderId = await confirmed(shop, [['FAN', 2]], { form })
  clock.advance(60)
  await shipOrder(shop, { orderId, actor: 'operator', carrier: 'x', trackingNumber: orderId })
  clock.advance(60)
  return orderId
}

const byCard = { payment_method: 'sandbox' }
const byInvoice = { payment_method: 'invoice' }

async function sumsOf(shop: Shop, who: Browser, day: string) {
  return (await contentOf(shop, who, booksScreen, { query: { from: day, to: day } })).sums[0]
}

async function close(shop: Shop, who: Browser, day: string, seen = '') {
  return outcome(shop, who, booksScreen, { form: { action: 'close', day, seen } })
}

test('a refund that the bank sends back stays on its closed day, and comes back on the day of that', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const orderId = await sent(shop, clock, byCard)
  const units = [{ position: 1, quantity: 1 }]
  const { refund } = await refundOrder(shop, { orderId, actor: 'operator', reason: 'x', units, withDelivery: false })
  await deliverOutbox(shop)
  const paidBack = { by: 'sandbox', paidBack: refund.amount }
  expect((await sumsOf(shop, await signedIn(shop, 'owner'), first))?.money).toMatchObject([paidBack])
  clock.advance(2 * aDay)
  const who = await signedIn(shop, 'owner')
  expect(await close(shop, who, first)).toMatchObject({ status: 303 })
  const money = (await refundsOf(shop.db, orderId))[0]
  const [refundId, reason] = [money?.id ?? '', 'closed']
  const failed = { reference: 'x', refundId, amount: refund.amount, currency: 'SEK', isFailed: true, reason }
  const notice = { eventId: 'back', attemptId: money?.attempt_id ?? '', refundId, reason, refunds: [failed] }
  expect(await applyRefundNotice(shop, 'sandbox', { ...notice, outcome: 'refund_failed' })).toBe('applied')
  expect((await sumsOf(shop, who, first))?.money).toMatchObject([paidBack])
  expect((await sumsOf(shop, who, '2026-06-17'))?.money).toEqual([
    { by: 'sandbox', received: 0, paidBack: -refund.amount },
  ])
  const query = { from: '2026-06-17', to: '2026-06-17' }
  const file = await visit(shop, who, booksScreen, { query, form: { action: 'vouchers', currency: 'SEK' } })
  const rows = (await (file as Response).text()).trim().split('\r\n').slice(1)
  expect(rows.map((row) => row.split(',').slice(2, 3).concat(row.split(',').slice(-3, -1)))).toEqual([
    ['1580', String(refund.amount / 100), ''],
    ['1510', '', String(refund.amount / 100)],
  ])
})

test('an order that was sent without a receipt is not forgotten: the books close only when it has one', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const orderId = await sent(shop, clock, byCard)
  const before = await sumsOf(shop, await signedIn(shop, 'owner'), first)
  await shop.db.deleteFrom('documents').where('order_id', '=', orderId).execute()
  clock.advance(aDay)
  const who = await signedIn(shop, 'accountant')
  expect((await sumsOf(shop, who, first))?.sales).toEqual([])
  expect(await close(shop, who, first)).toMatchObject({ status: 422 })
  const issue = { query: { from: first, to: first }, form: { action: 'issue' } }
  expect(await outcome(shop, who, booksScreen, issue)).toMatchObject({
    status: 303,
    location: `/console/books?from=${first}&to=${first}&issued=1&done=issue`,
  })
  expect((await sumsOf(shop, who, '2026-06-16'))?.sales).toEqual(before?.sales)
  expect((await outcome(shop, who, booksScreen, issue)).location).toContain('issued=0')
  expect(await shop.db.selectFrom('documents').select('kind').execute()).toEqual([{ kind: 'receipt' }])
  expect(await auditOf(shop.db, { kind: 'order', id: orderId })).toMatchObject([{ operation: 'books.issue' }])
  expect(await close(shop, who, first)).toMatchObject({ status: 303 })
})

test('a sale whose buyer asks for an invoice beside the receipt counts once', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const orderId = await sent(shop, clock, byCard)
  const who = await signedIn(shop, 'owner')
  const before = await sumsOf(shop, who, first)
  expect(before?.sales).toHaveLength(1)
  clock.advance(60)
  expect(await orderDocument(shop, orderId, 'invoice', 'sv')).toBeDefined()
  expect(await shop.db.selectFrom('documents').select('kind').orderBy('kind').execute()).toEqual([
    { kind: 'invoice' },
    { kind: 'receipt' },
  ])
  expect(await sumsOf(shop, who, first)).toEqual(before)
  expect(await shop.db.selectFrom('invoices').selectAll().execute()).toEqual([])
})

test('a closed period refuses what is dated inside it, of two who close it one does, and it opens again', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const orderId = await sent(shop, clock, byInvoice)
  clock.advance(2 * aDay)
  const [who, other] = [await signedIn(shop, 'owner'), await signedIn(shop, 'accountant')]
  for (const wrong of ['2026-06-17', '2026-06-18', '2999-01-01', '2026-02-30', 'x'])
    expect([wrong, (await close(shop, who, wrong)).status]).toEqual([wrong, 422])
  const both = await Promise.all([close(shop, who, first), close(shop, other, '2026-06-14')])
  expect(both.map(({ status }) => status).toSorted()).toEqual([303, 422])
  const { closedThrough } = await contentOf(shop, who, booksScreen)
  expect(await close(shop, who, '2026-06-16', closedThrough)).toMatchObject({ status: 303 })
  const pay = (day: string) => payInvoice(shop, { orderId, actor: 'operator', amount: 100, day })
  for (const day of ['2026-06-16', first, '2020-01-01'])
    await expect(pay(day)).rejects.toMatchObject({ fault: 'period_closed' })
  await pay('2026-06-17')
  expect(await close(shop, who, '', '2026-06-16')).toMatchObject({ status: 303 })
  await pay(first)
  expect((await sumsOf(shop, who, first))?.money).toEqual([{ by: 'invoice', received: 100, paidBack: 0 }])
  const log = await shop.db.selectFrom('audit_log').select(['operation', 'after']).orderBy('seq', 'desc').execute()
  expect(log[0]).toEqual({ operation: 'books.close', after: '{"closed_through":""}' })
})

test('the migration takes over what was issued and paid before', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const [open, paid, credited] = [
    await sent(shop, clock, byInvoice),
    await sent(shop, clock, byInvoice),
    await sent(shop, clock, byInvoice),
  ]
  const units = [{ position: 1, quantity: 1 }]
  await refundOrder(shop, { orderId: paid, actor: 'operator', reason: '', units, withDelivery: false })
  await refundOrder(shop, { orderId: credited, actor: 'operator', reason: '', withDelivery: true })
  clock.advance(60)
  await payInvoice(shop, { orderId: paid, actor: 'operator' })
  const read = async () => ({
    invoices: await shop.db.selectFrom('invoices').selectAll().orderBy('number').execute(),
    payments: await shop.db.selectFrom('invoice_payments').select(['order_id', 'amount', 'day', 'at']).execute(),
    refunds: await shop.db.selectFrom('refunds').select(['id', 'paid_at']).orderBy('id').execute(),
  })
  const before = await read()
  expect(before.invoices.map(({ order_id: id, state }) => [id, state])).toEqual([
    [open, 'open'],
    [paid, 'paid'],
    [credited, 'credited'],
  ])
  for (const name of ['invoices', 'invoice_payments', 'books_closing'])
    await sql`drop table ${sql.table(name)}`.execute(shop.db)
  for (const name of ['refunds_by_payment', 'refunds_by_return']) await sql`drop index ${sql.id(name)}`.execute(shop.db)
  for (const name of ['paid_at', 'returned_at'])
    await sql`alter table refunds drop column ${sql.id(name)}`.execute(shop.db)
  await up(shop.db as unknown as Kysely<unknown>, shop.kind)
  expect(await read()).toEqual(before)
})

test('the form offers the end of a period that is over, and in the running month that of the one before', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const who = await signedIn(shop, 'accountant')
  const offered = async (query: Record<string, string> = {}) =>
    (await contentOf(shop, who, booksScreen, { query })).closeThrough
  const today = dayOf(shop.now(), shop.settings.all.home)
  const before = monthAround(today, -1).to
  expect(await offered()).toBe(before)
  expect(await offered({ from: today, to: today })).toBe(before)
  expect(await offered({ from: '2026-01-01', to: '2026-01-31' })).toBe('2026-01-31')
  const owner = await signedIn(shop, 'owner')
  expect(await close(shop, owner, before)).toMatchObject({ status: 303 })
  expect(await offered({ from: '2026-01-01', to: '2026-01-31' })).toBe(before)
})

test('a day stays open ten minutes after midnight in Sweden, also where the clock changes', async () => {
  // Midnight of 1 July, and the midnights after which summer time begins and ends.
  for (const [at, day] of [
    ['2026-06-30T22:05:00.000Z', '2026-06-30'],
    ['2026-03-28T23:05:00.000Z', '2026-03-28'],
    ['2026-03-29T22:05:00.000Z', '2026-03-29'],
    ['2026-10-24T22:05:00.000Z', '2026-10-24'],
    ['2026-10-25T23:05:00.000Z', '2026-10-25'],
  ] as const) {
    const clock = movableClock(new Date(at))
    await using shop = await fixtureShop(clock)
    const who = await signedIn(shop, 'owner')
    const early = await close(shop, who, day)
    expect([day, early.status, early.fault]).toEqual([
      day,
      422,
      'A day can be closed once it has been over for ten minutes.',
    ])
    clock.advance(5 * 60)
    expect([day, (await close(shop, who, day)).status]).toEqual([day, 303])
  }
})

test('the SIE file names the day in Sweden on which it was made', async () => {
  const clock = movableClock(new Date('2026-06-30T22:05:00.000Z'))
  await using shop = await fixtureShop(clock)
  await sent(shop, clock, byCard)
  const query = { from: '2026-07-01', to: '2026-07-01' }
  const answer = await visit(shop, await signedIn(shop, 'owner'), booksScreen, {
    query,
    form: { action: 'sie', currency: 'SEK' },
  })
  if (!(answer instanceof Response)) throw new Error('No file came.')
  expect(await answer.text()).toContain('#GEN 20260701\r\n')
})
