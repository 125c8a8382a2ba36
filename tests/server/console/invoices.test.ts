import { expect, test } from 'vitest'
import { booksScreen } from '../../../src/server/console/books/books-page.ts'
import { invoiceScreen } from '../../../src/server/console/invoices/invoice-page.ts'
import { invoicesScreen } from '../../../src/server/console/invoices/invoices-page.ts'
import { orderDocumentFile } from '../../../src/server/console/orders/order-document-file.ts'
import { todayScreen } from '../../../src/server/console/today/today-page.ts'
import { payInvoice } from '../../../src/server/ordering/invoices/pay-invoice.ts'
import { orderById } from '../../../src/server/ordering/orders/queries.ts'
import { auditOf } from '../../../src/server/platform/audit/audit-queries.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { fixtureShop, movableClock } from '../ordering/checkout/buyer.ts'
import { billed } from '../ordering/invoices/billed.ts'
import { contentOf, outcome, signedIn, visit, type Browser } from './at-console.ts'

const day = '2026-06-15'

const text = (minor: number) => (minor / 100).toFixed(2)

/** Sends a form of an invoice's page with the version that the page has now, or with another. */
async function send(shop: Shop, who: Browser, number: string, form: Record<string, string>, version?: string) {
  const params = { number }
  const seen = version ?? (await contentOf(shop, who, invoiceScreen, { params })).version
  return outcome(shop, who, invoiceScreen, { params, form: { version: seen, day, ...form } })
}

test('payments in part add up, too much is a balance, and a balance is paid back at most once', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const { number, total, orderId } = await billed(shop, clock)
  const who = await signedIn(shop, 'accountant')
  const params = { number }
  const first = await contentOf(shop, who, invoiceScreen, { params })
  expect([first.state, first.sums.open, first.sums.paid]).toEqual(['open', total, 0])
  expect(await send(shop, who, number, { action: 'pay', amount: '100,00', reference: 'BG 1' })).toMatchObject({
    status: 303,
  })
  clock.advance(60)
  expect((await contentOf(shop, who, invoiceScreen, { params })).sums).toMatchObject({ open: total - 10_000 })
  expect((await orderById(shop.db, orderId))?.invoice_paid_at).toBeNull()
  await send(shop, who, number, { action: 'pay', amount: text(total) })
  clock.advance(60)
  const paid = await contentOf(shop, who, invoiceScreen, { params })
  expect([paid.state, paid.sums.open, paid.sums.balance]).toEqual(['paid', 0, 10_000])
  expect((await orderById(shop.db, orderId))?.invoice_paid_at).not.toBeNull()
  expect(await send(shop, who, number, { action: 'pay_back', amount: '100.01' })).toMatchObject({ status: 422 })
  expect(await send(shop, who, number, { action: 'pay_back', amount: '100' })).toMatchObject({ status: 303 })
  clock.advance(60)
  expect(await send(shop, who, number, { action: 'pay_back', amount: '100' })).toMatchObject({ status: 422 })
  const { sums, payments } = await contentOf(shop, who, invoiceScreen, { params })
  expect([sums.balance, sums.paid, payments.map(({ kind, amount }) => [kind, amount])]).toEqual([
    0,
    total,
    [
      ['paid', 10_000],
      ['paid', total],
      ['paid_back', -10_000],
    ],
  ])
  const { sums: books } = await contentOf(shop, who, booksScreen, { query: { from: day, to: day } })
  expect(books[0]?.money).toEqual([{ by: 'invoice', received: total + 10_000, paidBack: 10_000 }])
  expect((await auditOf(shop.db, { kind: 'invoice', id: number })).map(({ operation }) => operation)).toEqual([
    'invoices.pay_back',
    'invoices.pay',
    'invoices.pay',
  ])
})

test('of two people who note one payment at once, one does', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const { number, total } = await billed(shop, clock)
  const [one, other] = [await signedIn(shop, 'owner'), await signedIn(shop, 'accountant')]
  const { version } = await contentOf(shop, one, invoiceScreen, { params: { number } })
  const form = { action: 'pay', amount: text(total) }
  const done = await Promise.all([one, other].map((who) => send(shop, who, number, form, version)))
  expect(done.map(({ status }) => status).toSorted()).toEqual([303, 422])
  const { sums } = await contentOf(shop, one, invoiceScreen, { params: { number } })
  expect([sums.paid, sums.balance]).toEqual([total, 0])
})

test('a payment noted by mistake is undone once, with an entry, and the invoice is owed again', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const { number, total, orderId } = await billed(shop, clock)
  const other = await billed(shop, clock)
  let who = await signedIn(shop, 'owner')
  const params = { number }
  await send(shop, who, number, { action: 'pay', amount: text(total) })
  clock.advance(24 * 3600)
  who = await signedIn(shop, 'owner')
  const { payments } = await contentOf(shop, who, invoiceScreen, { params })
  const payment = payments[0]?.id ?? ''
  expect(await send(shop, who, other.number, { action: 'undo', payment })).toMatchObject({ status: 422 })
  expect(await send(shop, who, number, { action: 'undo', payment })).toMatchObject({ status: 303 })
  clock.advance(60)
  expect(await send(shop, who, number, { action: 'undo', payment })).toMatchObject({ status: 422 })
  const page = await contentOf(shop, who, invoiceScreen, { params })
  expect([page.state, page.sums.open, page.sums.paid]).toEqual(['open', total, 0])
  expect(page.payments.map(({ kind, amount, day: on, isUndone }) => [kind, amount, on, isUndone])).toEqual([
    ['paid', total, day, true],
    ['undone', -total, '2026-06-16', false],
  ])
  expect((await orderById(shop.db, orderId))?.invoice_paid_at).toBeNull()
  const undo = page.payments[1]?.id ?? ''
  expect(await send(shop, who, number, { action: 'undo', payment: undo })).toMatchObject({ status: 422 })
  const received = async (on: string) =>
    (await contentOf(shop, who, booksScreen, { query: { from: on, to: on } })).sums[0]?.money[0]?.received
  expect([await received(day), await received('2026-06-16')]).toEqual([total, -total])
})

test('units and the whole are credited, with a credit note to open, and what was paid becomes a balance', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const { number, total, order } = await billed(shop, clock, 3)
  const who = await signedIn(shop, 'accountant')
  const params = { number }
  await send(shop, who, number, { action: 'pay', amount: '50' })
  clock.advance(60)
  const { key } = await contentOf(shop, who, invoiceScreen, { params })
  expect(await send(shop, who, number, { action: 'credit', key, 'units:1': '1' })).toMatchObject({ status: 303 })
  clock.advance(60)
  const part = await contentOf(shop, who, invoiceScreen, { params })
  expect(part.sums.credited).toBeGreaterThan(0)
  expect(part.sums.open).toBe(total - part.sums.credited - 5_000)
  expect(await send(shop, who, number, { action: 'credit', key: 'whole', whole: 'yes' })).toMatchObject({ status: 303 })
  clock.advance(60)
  const whole = await contentOf(shop, who, invoiceScreen, { params })
  expect(whole.sums).toMatchObject({ credited: total, open: 0, balance: 5_000 })
  expect(whole.may.credit).toBe(false)
  const notes = whole.documents.filter(({ kind }) => kind === 'credit_note')
  expect(notes).toHaveLength(2)
  const asked = { params: { number: order, document: `${notes[0]?.number}.pdf` } }
  const file = (await visit(shop, who, orderDocumentFile, asked)) as Response
  expect([file.status, file.headers.get('Content-Type')]).toEqual([200, 'application/pdf'])
  expect(await send(shop, who, number, { action: 'credit', key: 'more', whole: 'yes' })).toMatchObject({ status: 422 })
})

test('what is no payment is refused, and nothing that was typed is lost', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const { number, total } = await billed(shop, clock)
  const who = await signedIn(shop, 'owner')
  for (const amount of ['', '0', '-5', '1e3', '1.234', 'NaN', '99999999999999', '<b>5</b>'])
    expect([amount, (await send(shop, who, number, { action: 'pay', amount })).status]).toEqual([amount, 422])
  for (const on of ['', '2026-02-30', '2026-06-16', '15/6'])
    expect([on, (await send(shop, who, number, { action: 'pay', amount: '5', day: on })).status]).toEqual([on, 422])
  const params = { number }
  const typed = await visit(shop, who, invoiceScreen, {
    params,
    form: { action: 'pay', amount: 'x', reference: 'BG 7' },
  })
  expect(typed).toMatchObject({ page: { values: { amount: 'x', reference: 'BG 7' } } })
  expect((await contentOf(shop, who, invoiceScreen, { params })).sums).toMatchObject({ paid: 0, open: total })
  expect(await outcome(shop, who, invoiceScreen, { params: { number: 'F1' } })).toMatchObject({ status: 404 })
})

test('the list shows what is open, overdue, paid and credited, sorts by due day and finds each invoice', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const [paid, late] = [await billed(shop, clock), await billed(shop, clock, 1, 'bo@example.se')]
  clock.advance(40 * 24 * 3600)
  const [open, credited] = [await billed(shop, clock), await billed(shop, clock)]
  const who = await signedIn(shop, 'accountant')
  await payInvoice(shop, { orderId: paid.orderId, actor: 'operator', reference: 'OCR 77' })
  await send(shop, who, credited.number, { action: 'credit', key: 'all', whole: 'yes' })
  const found = async (query: Record<string, string>) =>
    (await contentOf(shop, who, invoicesScreen, { query })).rows.map(({ id }) => id)
  expect(await found({})).toEqual([credited, open, late, paid].map(({ number }) => number))
  expect(await found({ sort: 'due' })).toEqual([paid, late, open, credited].map(({ number }) => number))
  expect(await found({ state: 'paid' })).toEqual([paid.number])
  expect(await found({ state: 'overdue' })).toEqual([late.number])
  const waiting = { what: 'overdue', count: 1, address: '/console/invoices?state=overdue&sort=due' }
  expect((await contentOf(shop, who, todayScreen)).waiting).toEqual([waiting])
  expect(await found({ state: 'open' })).toEqual([open.number, late.number])
  expect(await found({ state: 'credited' })).toEqual([credited.number])
  for (const q of [late.number, late.number.slice(1), late.order, 'bo@example', late.number.toLowerCase()])
    expect([q, await found({ q })]).toEqual([q, [late.number]])
  expect(await found({ q: 'OCR 77' })).toEqual([paid.number])
  expect(await found({ q: "' or 1=1 --" })).toEqual([])
})
