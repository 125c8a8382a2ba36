import { expect, test } from 'vitest'
import { deliverOutbox } from '../../../src/server/jobs/deliver-outbox.ts'
import { shipOrder } from '../../../src/server/ordering/fulfilment/ship-order.ts'
import { outcomesOf } from '../../../src/server/ordering/payouts/dispute-queries.ts'
import { importPayouts } from '../../../src/server/ordering/payouts/import-payouts.ts'
import { loseDispute, undoLostDispute } from '../../../src/server/ordering/payouts/lose-dispute.ts'
import { readPayouts } from '../../../src/server/ordering/payouts/read-payouts.ts'
import { refundOrder } from '../../../src/server/ordering/refunds/refund-order.ts'
import { openDisputeOf } from '../../../src/server/payments/dispute-queries.ts'
import { newId } from '../../../src/server/platform/ids.ts'
import type { FakeDispute } from '../../support/fake-stripe-ledger.ts'
import { mailTexts } from '../../support/mailbox.ts'
import { line, report } from '../console/payout-reports.ts'
import { attempt, hear, notes, paid, refundRows, refusal, stripeShop, type StripeShop } from './payer.ts'

/** An order of 247.00 that is paid at Stripe and sent, and the provider's id of its payment. */
async function sold(at: StripeShop) {
  const { orderId, attemptId } = await paid(at)
  await shipOrder(at.shop, { orderId, actor: 'x', carrier: '', trackingNumber: '' })
  return { orderId, attemptId, payment: (await attempt(at.shop, attemptId)).payment_reference ?? '' }
}

const tell = (at: StripeShop, what: string, dispute: FakeDispute) =>
  hear(at, at.fake.event(`charge.dispute.${what}`, dispute, at.shop.now()))

const payOut = async ({ shop }: StripeShop, ...rows: string[]) =>
  importPayouts(shop, await readPayouts(Buffer.from(report(...rows))), 'x')

const open = async ({ shop }: StripeShop, orderId: string) => (await openDisputeOf(shop.db, orderId))?.amount

const refund = ({ shop }: StripeShop, orderId: string) =>
  refundOrder(shop, { orderId, actor: 'x', reason: '', units: [{ position: 1, quantity: 1 }], withDelivery: false })

test('a dispute keeps its order from being refunded before a payout has it, and counts once when one has', async () => {
  await using at = await stripeShop()
  const { orderId, payment } = await sold(at)
  const dispute = at.fake.openDispute(payment, 10_000, 'warning_needs_response')
  expect(await tell(at, 'created', dispute)).toBe('applied')
  expect(await open(at, orderId), 'a bank that asks has taken nothing').toBeUndefined()
  dispute.status = 'needs_response'
  expect(await tell(at, 'updated', dispute)).toBe('applied')
  expect(await tell(at, 'updated', dispute)).toBe('no_effect')
  await expect(refund(at, orderId)).rejects.toMatchObject({
    fault: 'disputed',
    values: { amount: '100.00 SEK', source: dispute.id },
  })
  const taken = at.fake.moveDisputed(dispute, -10_000)
  const withdrawn = at.fake.event('charge.dispute.funds_withdrawn', dispute, at.shop.now())
  expect([await hear(at, withdrawn), await hear(at, withdrawn)]).toEqual(['applied', 'duplicate'])
  expect(await open(at, orderId)).toBe(10_000)
  dispute.status = 'lost'
  expect(await tell(at, 'closed', dispute)).toBe('applied')
  expect(await open(at, orderId), 'nobody has settled it').toBe(10_000)
  await payOut(at, line(taken, '-100.00,150,-250.00', 'dispute', payment))
  expect(await open(at, orderId)).toBe(10_000)
  expect(await loseDispute(at.shop, { rowId: taken, kind: 'write_off', actor: 'x' })).toBe(10_000)
  expect(await open(at, orderId)).toBeUndefined()
  expect((await notes(at.shop, orderId)).filter((note) => /bank|dispute/.test(note))).toEqual([
    'the bank asks about: 100.00 SEK',
    'dispute opened: 100.00 SEK',
    'taken back by the bank: 100.00 SEK',
    'dispute lost at the bank: 100.00 SEK',
    'dispute lost, written off: 100.00 SEK',
  ])
})

test('what the provider tells is the same in whichever order it is recorded', async () => {
  await using at = await stripeShop()
  const { orderId, payment } = await sold(at)
  const states: FakeDispute[] = []
  const dispute = at.fake.openDispute(payment, 10_000)
  const keep = () => states.push(structuredClone(dispute))
  keep()
  at.fake.moveDisputed(dispute, -10_000)
  keep()
  dispute.status = 'won'
  keep()
  at.fake.moveDisputed(dispute, 10_000)
  keep()
  for (const order of [
    [0, 1, 2, 3],
    [3, 2, 1, 0],
    [1, 3, 0, 2],
    [2, 0, 3, 1],
  ]) {
    for (const each of order) {
      const state = states[each]
      if (!state) throw new Error('There is no such state.')
      at.fake.disputes.set(state.id, state)
      await tell(at, 'updated', state)
    }
    expect(await open(at, orderId), order.join()).toBeUndefined()
    for (const table of ['provider_disputes', 'provider_dispute_moves'] as const) {
      const rows = await at.shop.db.selectFrom(table).selectAll().execute()
      expect(rows.length, order.join()).toBe(table === 'provider_disputes' ? 1 : 2)
      if (order[0] !== 2) await at.shop.db.deleteFrom(table).execute()
    }
  }
  const won = await at.shop.db.selectFrom('provider_disputes').select('status').executeTakeFirst()
  expect(won?.status).toBe('won')
  expect(await refund(at, orderId)).toMatchObject({ kind: 'refunded' })
})

test('money that the bank gives back pays what was set off against it, once', async () => {
  await using at = await stripeShop()
  const { orderId, payment } = await sold(at)
  const dispute = at.fake.openDispute(payment, 24_700)
  const taken = at.fake.moveDisputed(dispute, -24_700)
  dispute.status = 'lost'
  await tell(at, 'closed', dispute)
  await payOut(at, line(taken, '-247.00,150,-397.00', 'dispute', payment))
  await loseDispute(at.shop, { rowId: taken, kind: 'receivable', actor: 'x' })
  await refund(at, orderId)
  expect(await refundRows(at.shop, orderId)).toEqual([])
  const given = at.fake.moveDisputed(dispute, 24_700)
  dispute.status = 'won'
  await tell(at, 'funds_reinstated', dispute)
  await deliverOutbox(at.shop)
  expect(await refundRows(at.shop, orderId), 'the books say that it is lost').toEqual([])
  await expect(loseDispute(at.shop, { rowId: taken, kind: 'receivable', actor: 'x' })).rejects.toThrow()
  const outcomeId = (await outcomesOf(at.shop.db, [payment]))[0]?.id ?? ''
  await undoLostDispute(at.shop, { reference: payment, outcomeId, actor: 'x' })
  // What the bank has given back cannot be settled as lost, although no payout has it yet.
  const again = loseDispute(at.shop, { rowId: taken, kind: 'receivable', actor: 'x' })
  await expect(again).rejects.toMatchObject({ fault: 'nothing_left' })
  await payOut(at, line(given, '247.00,0,247.00', 'dispute_reversal', payment, 'po_2'))
  await tell(at, 'updated', dispute)
  await deliverOutbox(at.shop)
  expect(await refundRows(at.shop, orderId)).toEqual([[9_900, 'succeeded', 0]])
  const mails = mailTexts(at.shop.env.SHOP_DATA, 'anna@example.se').filter((each) => each.includes('<dispute-won-'))
  expect(mails).toHaveLength(1)
})

test('a dispute of another program, a forged one, one that nobody has heard of, or broken change nothing', async () => {
  await using at = await stripeShop()
  const { orderId, payment } = await sold(at)
  const dispute = at.fake.openDispute(payment, 10_000)
  const event = at.fake.event('charge.dispute.created', dispute, at.shop.now())
  const forged = { ...event, headers: new Headers({ 'stripe-signature': `t=${Date.now() / 1000},v1=00` }) }
  expect(await refusal(hear(at, forged))).toBe('400 webhook_not_verified')
  const other = at.fake.openDispute(payment, 10_000)
  at.fake.intent(payment).metadata = {}
  expect(await tell(at, 'created', other)).toBe('ignored')
  at.fake.intent(payment).metadata = { attempt_id: newId() }
  expect(await tell(at, 'created', other)).toBe('unknown_attempt')
  const body = at.fake.event('charge.dispute.created', { id: '../refunds' }, at.shop.now())
  expect(await refusal(hear(at, body))).toBe('400 webhook_unreadable')
  at.fake.disputes.clear()
  await expect(tell(at, 'created', dispute)).rejects.toThrow()
  expect(await open(at, orderId)).toBeUndefined()
  expect(await at.shop.db.selectFrom('provider_disputes').select('id').execute()).toEqual([])
})

test('a dispute whose money is in another currency blocks while it is open, and is booked by hand', async () => {
  await using at = await stripeShop()
  const { orderId, payment } = await sold(at)
  const dispute = at.fake.openDispute(payment, 10_000)
  const taken = at.fake.moveDisputed(dispute, -900)
  for (const move of dispute.balance_transactions) move.currency = 'eur'
  await tell(at, 'created', dispute)
  expect(await open(at, orderId)).toBe(10_000)
  dispute.status = 'lost'
  await tell(at, 'closed', dispute)
  expect(await open(at, orderId)).toBeUndefined()
  await payOut(at, line(taken, '-9.00,0,-9.00', 'dispute', payment, 'po_1', 'eur'))
  expect(await open(at, orderId)).toBeUndefined()
})
