import { expect, test } from 'vitest'
import { bookkeepingSettings } from '../../../src/domain/settings/bookkeeping.ts'
import { todayScreen } from '../../../src/server/console/today/today-page.ts'
import { deliverOutbox } from '../../../src/server/jobs/deliver-outbox.ts'
import { bookEntries } from '../../../src/server/ordering/books/book-entries.ts'
import { vouchersOf } from '../../../src/server/ordering/books/vouchers.ts'
import { shipOrder } from '../../../src/server/ordering/fulfilment/ship-order.ts'
import { refundsOf } from '../../../src/server/ordering/orders/refund-queries.ts'
import { outcomesOf } from '../../../src/server/ordering/payouts/dispute-queries.ts'
import { importPayouts } from '../../../src/server/ordering/payouts/import-payouts.ts'
import { loseDispute, undoLostDispute } from '../../../src/server/ordering/payouts/lose-dispute.ts'
import { readPayouts } from '../../../src/server/ordering/payouts/read-payouts.ts'
import { settleRefused } from '../../../src/server/ordering/payouts/settle-refused.ts'
import { refundOrder } from '../../../src/server/ordering/refunds/refund-order.ts'
import { paymentsForReview, repeatRefund } from '../../../src/server/ordering/refunds/refused-refunds.ts'
import { mailTexts } from '../../support/mailbox.ts'
import { contentOf, signedIn } from '../console/at-console.ts'
import { line, report } from '../console/payout-reports.ts'
import { listening } from '../webhooks/receiver.ts'
import { attempt, hear, paid, refundRows, stripeShop, type StripeShop } from './payer.ts'

const payOut = async ({ shop }: StripeShop, ...rows: string[]) =>
  importPayouts(shop, await readPayouts(Buffer.from(report(...rows))), 'x')

/** An order of 247.00, of which 99.00 is refunded; then the bank takes `taken` back, which is settled as `kind`. */
async function refundedAndLost(at: StripeShop, taken: string, kind: 'write_off' | 'receivable') {
  const { orderId, attemptId } = await paid(at)
  await shipOrder(at.shop, { orderId, actor: 'x', carrier: '', trackingNumber: '' })
  const payment = (await attempt(at.shop, attemptId)).payment_reference ?? ''
  await listening(at.shop, 'http://127.0.0.1:1/hook', ['order.refund_written', 'order.refund_changed'])
  const units = [{ position: 1, quantity: 1 }]
  await refundOrder(at.shop, { orderId, actor: 'x', reason: '', units, withDelivery: false })
  await deliverOutbox(at.shop)
  await payOut(at, line('t1', `-${taken},0,-${taken}`, 'dispute', payment))
  await loseDispute(at.shop, { rowId: 't1', kind, actor: 'x' })
  return { orderId, payment }
}

/** The buyer's bank sends the refund back. */
async function sentBack(at: StripeShop): Promise<void> {
  const [made] = at.fake.refunds
  if (!made) throw new Error('Nothing was refunded.')
  await hear(at, at.fake.event('refund.failed', at.fake.failRefund(made), at.shop.now()))
  await deliverOutbox(at.shop)
}

const setOff = async ({ shop }: StripeShop, id: string) => (await refundsOf(shop.db, id)).map((row) => row.set_off)

/** All happens at one moment, so that ids do not tell what was first. */
const outcomes = async ({ shop }: StripeShop, payment: string) =>
  (await outcomesOf(shop.db, [payment]))
    .toSorted((one, other) => one.amount - other.amount)
    .map(({ kind, amount }) => [kind, amount])

async function told({ shop }: StripeShop) {
  const rows = await shop.db.selectFrom('webhook_deliveries').select(['event', 'payload']).execute()
  return rows
    .map(({ event, payload }) => {
      const { refund } = (JSON.parse(payload) as { data: { refund: { set_off: number } } }).data
      return [event, refund.set_off] as const
    })
    .toSorted(([event, one], [other, two]) => (event === other ? one - two : event < other ? -1 : 1))
}

/** What the buyer owes in the books: charged, less paid, credited and claimed. */
async function receivable({ shop }: StripeShop): Promise<number> {
  const entries = await bookEntries(shop.db, shop.settings.all.home, { from: '2026-01-01', to: '2026-12-31' })
  const accounts = bookkeepingSettings.parse({})
  return vouchersOf(entries, accounts)
    .flatMap(({ rows }) => rows)
    .reduce((sum, { account, amount }) => sum + (account === accounts.receivables ? amount : 0), 0)
}

test('a refund that comes back after its payment was lost is set off: the buyer has it from the bank', async () => {
  await using at = await stripeShop()
  const { orderId, payment } = await refundedAndLost(at, '247.00', 'write_off')
  expect(await setOff(at, orderId)).toEqual([0])
  await sentBack(at)
  await sentBack(at)
  expect(await outcomes(at, payment)).toEqual([
    ['undone', -24_700],
    ['receivable', 9_900],
    ['write_off', 14_800],
    ['write_off', 24_700],
  ])
  expect([await setOff(at, orderId), await receivable(at)], 'nothing is owed any more').toEqual([[9_900], 0])
  expect(await told(at)).toEqual([
    ['order.refund_changed', 9_900],
    ['order.refund_written', 0],
  ])
  // A process that ended before its effect was noted carries it out again.
  await settleRefused(at.shop, { orderId, amount: 9_900 })
  await deliverOutbox(at.shop)
  const mails = mailTexts(at.shop.env.SHOP_DATA, 'anna@example.se').map((each) => each.replaceAll(/\s+/g, ' '))
  const [mail, ...more] = mails.filter((each) => each.includes('<refund-set-off-'))
  expect(mail, 'the buyer, who was told that the money is on its way, hears where it is').toContain(
    '99 kr av den är pengar som du redan har fått av banken',
  )
  expect(mail).not.toContain('som återstår')
  expect(mail).toContain(`Det hör till kreditfaktura ${(await refundsOf(at.shop.db, orderId))[0]?.number}.`)
  expect(more).toEqual([])
})

test('a refund that comes back after a claim of its payment is set off, and paid when the dispute is won', async () => {
  await using at = await stripeShop()
  const { orderId, payment } = await refundedAndLost(at, '247.00', 'receivable')
  await sentBack(at)
  expect([await outcomes(at, payment), await setOff(at, orderId)]).toEqual([[['receivable', 24_700]], [9_900]])
  const outcomeId = (await outcomesOf(at.shop.db, [payment]))[0]?.id ?? ''
  await payOut(at, line('t2', '247.00,0,247.00', 'dispute_reversal', payment, 'po_2'))
  await undoLostDispute(at.shop, { reference: payment, outcomeId, actor: 'x' })
  await deliverOutbox(at.shop)
  expect(await setOff(at, orderId)).toEqual([0])
  expect((await refundRows(at.shop, orderId)).toSorted()).toEqual([
    [9_900, 'failed', 0],
    [9_900, 'succeeded', 0],
  ])
  expect(await told(at)).toEqual([
    ['order.refund_changed', 0],
    ['order.refund_changed', 9_900],
    ['order.refund_written', 0],
  ])
})

test('a refused refund that is set off is not asked for again, whatever the bank has left of the payment', async () => {
  await using at = await stripeShop()
  const { orderId } = await refundedAndLost(at, '100.00', 'write_off')
  await sentBack(at)
  expect([await setOff(at, orderId), await receivable(at)]).toEqual([[9_900], 0])
  const { id: refundId } = await at.shop.db.selectFrom('refunds').select('id').executeTakeFirstOrThrow()
  await expect(repeatRefund(at.shop, { refundId, actor: 'x' })).rejects.toMatchObject({ fault: 'not_possible' })
  expect((await paymentsForReview(at.shop.db)).refunds).toEqual([])
  const { waiting } = await contentOf(at.shop, await signedIn(at.shop, 'owner'), todayScreen)
  expect(waiting.map(({ what }) => what)).not.toContain('refunds')
})

test('without a lost dispute, a refund that comes back can only be asked for again', async () => {
  await using at = await stripeShop()
  const { orderId } = await paid(at)
  await shipOrder(at.shop, { orderId, actor: 'x', carrier: '', trackingNumber: '' })
  const units = [{ position: 1, quantity: 1 }]
  await refundOrder(at.shop, { orderId, actor: 'x', reason: '', units, withDelivery: false })
  await deliverOutbox(at.shop)
  await sentBack(at)
  expect(await setOff(at, orderId)).toEqual([0])
  const owner = await signedIn(at.shop, 'owner')
  const refunds = async () =>
    (await contentOf(at.shop, owner, todayScreen)).waiting.find(({ what }) => what === 'refunds')
  expect(await refunds()).toMatchObject({ count: 1 })
  const { id: refundId } = await at.shop.db.selectFrom('refunds').select('id').executeTakeFirstOrThrow()
  await repeatRefund(at.shop, { refundId, actor: 'x' })
  expect(await refunds(), 'one that was asked for again waits for nobody').toBeUndefined()
})
