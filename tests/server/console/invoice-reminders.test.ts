import { expect, test } from 'vitest'
import { invoiceScreen } from '../../../src/server/console/invoices/invoice-page.ts'
import { invoicesScreen } from '../../../src/server/console/invoices/invoices-page.ts'
import { runScreen } from '../../../src/server/console/runs/run-page.ts'
import { deliverOutbox } from '../../../src/server/jobs/deliver-outbox.ts'
import { payInvoice } from '../../../src/server/ordering/invoices/pay-invoice.ts'
import { refundOrder } from '../../../src/server/ordering/refunds/refund-order.ts'
import { auditOf } from '../../../src/server/platform/audit/audit-queries.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { orderCommands } from '../../../src/tools/commands/order/commands.ts'
import { fixtureShop, movableClock, type Clock } from '../ordering/checkout/buyer.ts'
import { billed, reminderMails } from '../ordering/invoices/billed.ts'
import { contentOf, outcome, signedIn, type Browser } from './at-console.ts'

const daySeconds = 24 * 3600

async function lateShop(clock: Clock) {
  const shop = await fixtureShop(clock)
  const invoice = await billed(shop, clock)
  clock.advance(31 * daySeconds)
  return { shop, invoice }
}

const pageOf = (shop: Shop, who: Browser, number: string) => contentOf(shop, who, invoiceScreen, { params: { number } })

async function remind(shop: Shop, who: Browser, number: string, version?: string) {
  const seen = version ?? (await pageOf(shop, who, number)).version
  return outcome(shop, who, invoiceScreen, { params: { number }, form: { action: 'remind', version: seen } })
}

test('an overdue invoice is reminded of twice, never twice on one day, with history and log', async () => {
  const clock = movableClock()
  const { shop, invoice } = await lateShop(clock)
  await using _ = shop
  const { number } = invoice
  let who = await signedIn(shop, 'accountant')
  expect((await pageOf(shop, who, number)).may.remind).toBe(true)
  expect((await remind(shop, who, number)).status).toBe(303)
  clock.advance(60)
  const first = await pageOf(shop, who, number)
  expect([first.may.remind, first.reminders.map(({ step, actor }) => [step, actor])]).toEqual([
    false,
    [[1, 'The accountant']],
  ])
  expect(first.history.map(({ note }) => note)).toContain(`reminder 1 of ${number} mailed`)
  expect((await remind(shop, who, number)).status).toBe(422)
  clock.advance(daySeconds)
  who = await signedIn(shop, 'accountant')
  expect((await remind(shop, who, number)).status).toBe(303)
  clock.advance(daySeconds)
  who = await signedIn(shop, 'accountant')
  expect((await pageOf(shop, who, number)).may.remind).toBe(false)
  expect((await remind(shop, who, number)).status).toBe(422)
  await deliverOutbox(shop)
  const mails = await reminderMails(shop)
  expect(mails.map(({ name }) => name)).toEqual([
    `invoice-reminder-${number}-1.eml`,
    `invoice-reminder-${number}-2.eml`,
  ])
  for (const { content } of mails) expect(content).toContain(`filename=${number}.pdf`)
  expect((await auditOf(shop.db, { kind: 'invoice', id: number })).map(({ operation }) => operation)).toEqual([
    'invoices.remind',
    'invoices.remind',
  ])
})

test('of two people who press at once, one sends the reminder; so it is with two commands', async () => {
  const clock = movableClock()
  const { shop, invoice } = await lateShop(clock)
  await using _ = shop
  const { number, order } = invoice
  const [one, other] = [await signedIn(shop, 'owner'), await signedIn(shop, 'accountant')]
  const { version } = await pageOf(shop, one, number)
  const done = await Promise.all([one, other].map((who) => remind(shop, who, number, version)))
  expect(done.map(({ status }) => status).toSorted()).toEqual([303, 422])
  clock.advance(daySeconds)
  const command = async () => orderCommands['remind']?.(shop, { words: [order], values: {} } as never)
  const said = await Promise.allSettled([command(), command()])
  expect(said.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await deliverOutbox(shop)
  expect(await reminderMails(shop)).toHaveLength(2)
})

test('what is paid or credited, not due, or paid until the mail is sent, is not reminded of', async () => {
  const clock = movableClock()
  const { shop, invoice: paid } = await lateShop(clock)
  await using _ = shop
  const [fresh, credited] = [await billed(shop, clock), await billed(shop, clock)]
  const who = await signedIn(shop, 'owner')
  expect((await remind(shop, who, fresh.number)).status).toBe(422)
  expect((await remind(shop, who, paid.number)).status).toBe(303)
  await payInvoice(shop, { orderId: paid.orderId, actor: 'operator' })
  await deliverOutbox(shop)
  expect(await reminderMails(shop)).toEqual([])
  clock.advance(31 * daySeconds)
  const later = await signedIn(shop, 'owner')
  expect((await pageOf(shop, later, paid.number)).history.map(({ note }) => note)).toContain(
    `reminder 1 of ${paid.number} not sent: nothing is owed any more`,
  )
  await refundOrder(shop, { orderId: credited.orderId, actor: 'operator', reason: '', withDelivery: true })
  for (const { number } of [paid, credited]) expect((await remind(shop, later, number)).status).toBe(422)
  await shop.db.updateTable('orders').set({ email: '' }).where('id', '=', fresh.orderId).execute()
  expect((await remind(shop, later, fresh.number)).status).toBe(422)
  await deliverOutbox(shop)
  expect(await reminderMails(shop)).toEqual([])
})

test('the chosen invoices are reminded of in one run that says what came of each', async () => {
  const clock = movableClock()
  const { shop, invoice: late } = await lateShop(clock)
  await using _ = shop
  const fresh = await billed(shop, clock)
  const who = await signedIn(shop, 'accountant')
  const key = '0190a0c0-0000-7000-8000-000000000001'
  const row = [late.number, fresh.number, late.number, "F' or 1=1 --"]
  const sent = await outcome(shop, who, invoicesScreen, { form: { action: 'remind', key, row } })
  const id = decodeURIComponent(/\/console\/runs\/([^?]+)/.exec(sent.location ?? '')?.[1] ?? '')
  const run = await contentOf(shop, who, runScreen, { params: { id } })
  expect(run.area).toBe('invoices')
  expect(run.rows.map(({ label, address, state, fault }) => [label, address, state, fault])).toEqual([
    [fresh.number, `/console/invoices/${fresh.number}`, 'refused', 'The invoice is not overdue.'],
    [late.number, `/console/invoices/${late.number}`, 'done', null],
  ])
  await outcome(shop, who, invoicesScreen, { form: { action: 'remind', key, row } })
  await deliverOutbox(shop)
  expect(await reminderMails(shop)).toHaveLength(1)
  expect((await auditOf(shop.db, { kind: 'invoice', id: late.number })).map(({ actor }) => actor)).toEqual([
    'The accountant',
  ])
  const seller = await signedIn(shop, 'seller')
  expect((await contentOf(shop, seller, invoicesScreen, {})).bulk).toBeNull()
})
