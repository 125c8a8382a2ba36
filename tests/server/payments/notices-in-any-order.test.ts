import { expect, test, vi } from 'vitest'
import { deliverOutbox } from '../../../src/server/jobs/deliver-outbox.ts'
import { applyDisputeNotice } from '../../../src/server/ordering/disputes/apply-dispute-notice.ts'
import { shipOrder } from '../../../src/server/ordering/fulfilment/ship-order.ts'
import { applyRefundNotice } from '../../../src/server/ordering/payment/apply-refund-notice.ts'
import { completeOrder } from '../../../src/server/ordering/payment/complete-order.ts'
import { orderPayments } from '../../../src/server/ordering/payment/order-payments.ts'
import { refundPayment } from '../../../src/server/ordering/payment/refund-payment.ts'
import { returnFromPayment } from '../../../src/server/ordering/payment/return-from-payment.ts'
import { startPayment } from '../../../src/server/ordering/payment/start-payment.ts'
import type { ProviderNotice } from '../../../src/server/payments/provider.ts'
import { stripe } from '../../../src/server/payments/providers/stripe.ts'
import { someOf } from '../../support/cases.ts'
import type { FakeRefund } from '../../support/fake-stripe-ledger.ts'
import { attempt, refundRows, started, state, stripeShop, type Payment, type StripeShop } from './payer.ts'

/** What happened at Stripe to a payment, and the notice of each event as it was read at that moment. */
type Life = { payment: Payment; notices: ProviderNotice[] }

/** Lets Stripe tell of something now; the notice is what the shop reads of it now, however late it comes to it. */
async function told({ shop, fake }: StripeShop, type: string, object: unknown): Promise<ProviderNotice> {
  const { body, headers } = fake.event(type, object, shop.now())
  const notice = await stripe.readNotice?.(shop, body, headers)
  if (!notice) throw new Error(`${type} tells nothing.`)
  return notice
}

function toldOfCharge(at: StripeShop, { payment_intent: intent }: FakeRefund): Promise<ProviderNotice> {
  return told(at, 'charge.refunded', at.fake.charge(intent))
}

/** A refund that staff make in Stripe's own console. */
async function refundAtStripe(at: StripeShop, { session }: Payment, amount: number): Promise<FakeRefund> {
  return at.fake.refund({ payment_intent: at.fake.session(session).payment_intent, amount })
}

async function refundByShop(at: StripeShop, { orderId }: Payment, amount: number): Promise<FakeRefund> {
  await refundPayment(at.shop, { orderId, amount, reason: 'returned', actor: 'anna' })
  await deliverOutbox(at.shop)
  const made = at.fake.refunds.at(-1)
  if (made?.amount !== amount) throw new Error('Nothing was refunded.')
  return made
}

/** The shop knows of the payment because the buyer came back; it refunds twice, and a bank sends the first back. */
async function refundedByShop(at: StripeShop): Promise<Life> {
  const payment = await started(at)
  const paid = await told(at, 'checkout.session.completed', at.fake.pay(payment.session))
  await returnFromPayment(at.shop, 'stripe', payment.attemptId, 'done')
  const first = await refundByShop(at, payment, 10_000)
  const toldOfFirst = await toldOfCharge(at, first)
  const toldOfSecond = await toldOfCharge(at, await refundByShop(at, payment, 4_700))
  const failed = await told(at, 'refund.failed', at.fake.failRefund(first))
  const last = await toldOfCharge(at, await refundAtStripe(at, payment, 2_000))
  return { payment, notices: [paid, toldOfFirst, toldOfSecond, failed, last] }
}

/** Nobody came back to the shop, and staff refund in Stripe's own console; a bank sends the first refund back. */
async function refundedAtStripe(at: StripeShop): Promise<Life> {
  const payment = await started(at)
  const paid = await told(at, 'checkout.session.completed', at.fake.pay(payment.session))
  const first = await refundAtStripe(at, payment, 5_000)
  const toldOfFirst = await toldOfCharge(at, first)
  const failed = await told(at, 'refund.failed', at.fake.failRefund(first))
  const toldOfSecond = await toldOfCharge(at, await refundAtStripe(at, payment, 3_000))
  return { payment, notices: [paid, toldOfFirst, failed, toldOfSecond] }
}

function permutations<Item>(items: readonly Item[]): Item[][] {
  if (items.length === 0) return [[]]
  return items.flatMap((item, at) => permutations(items.toSpliced(at, 1)).map((rest) => [item, ...rest]))
}

/** Once each, each twice in a row, and all of it twice. */
const repeats = [
  (all: readonly number[]) => all,
  (all: readonly number[]) => all.flatMap((each) => [each, each]),
  (all: readonly number[]) => [...all, ...all],
]

function apply({ shop }: StripeShop, notice: ProviderNotice) {
  if (notice.outcome === 'disputed') return applyDisputeNotice(shop, 'stripe', notice)
  return notice.outcome === 'refunded' || notice.outcome === 'refund_failed'
    ? applyRefundNotice(shop, 'stripe', notice)
    : completeOrder(shop, 'stripe', notice)
}

async function endsOf(make: (at: StripeShop) => Promise<Life>, count: number): Promise<unknown[]> {
  await using at = await stripeShop()
  await at.shop.db.updateTable('stock').set({ on_hand: 100_000 }).execute()
  const numbers = Array.from({ length: count }, (_, each) => each)
  const ends = new Map<string, unknown>()
  for (const [turn, order] of someOf(permutations(numbers), 0.2).entries()) {
    const { payment, notices } = await make(at)
    const delivered = repeats[turn % repeats.length]?.(order) ?? order
    for (const each of delivered) {
      at.clock.advance(1)
      const notice = notices[each]
      if (notice) await apply(at, notice)
    }
    const { refundable } = await orderPayments(at.shop.db, payment.orderId)
    const end = {
      ...(await state(at.shop, payment.orderId)),
      refundable,
      refunds: (await refundRows(at.shop, payment.orderId)).map(([amount, status]) => `${amount} ${status}`).toSorted(),
      isKnown: (await attempt(at.shop, payment.attemptId)).payment_reference !== null,
    }
    ends.set(JSON.stringify(end), end)
  }
  return [...ends.values()]
}

test('refunds of the shop and of Stripe are what really happened, in whichever order notices come', async () => {
  expect(await endsOf(refundedByShop, 5)).toEqual([
    {
      order: 'confirmed',
      attempts: [['succeeded', 24_700, 6_700]],
      refundable: 18_000,
      refunds: ['10000 failed', '2000 succeeded', '4700 succeeded'],
      isKnown: true,
    },
  ])
})

test('refunds that are told of before their payment are recorded with it', async () => {
  expect(await endsOf(refundedAtStripe, 4)).toEqual([
    {
      order: 'confirmed',
      attempts: [['succeeded', 24_700, 3_000]],
      refundable: 21_700,
      refunds: ['3000 succeeded', '5000 failed'],
      isKnown: true,
    },
  ])
})

test('a refund that Stripe refused at first is not failed by a late notice of the first try', async () => {
  await using at = await stripeShop()
  const payment = await started(at)
  at.fake.pay(payment.session)
  await returnFromPayment(at.shop, 'stripe', payment.attemptId, 'done')
  const made = await refundByShop(at, payment, 4_000)
  const tried = { ...made, id: 're_first_try', status: 'failed', failure_reason: 'insufficient_funds' }
  at.fake.refunds.unshift(tried)
  expect(await apply(at, await told(at, 'refund.failed', tried))).toBe('no_effect')
  expect(await refundRows(at.shop, payment.orderId)).toEqual([[4_000, 'succeeded', 0]])
})

test('of a second payment that was partly refunded at Stripe before it was known, the rest is refunded', async () => {
  await using at = await stripeShop()
  const { attemptId, session } = await started(at)
  const first = at.fake.pay(session)
  await startPayment(at.shop, attemptId, 'en')
  const second = at.fake.pay([...at.fake.sessions.keys()].at(-1) ?? '')
  const refund = at.fake.refund({ payment_intent: first.payment_intent, amount: 4_700 })
  await apply(at, await toldOfCharge(at, refund))
  const paid = (what: unknown) => told(at, 'checkout.session.completed', what)
  expect(await apply(at, await paid(second))).toBe('applied')
  expect(await apply(at, await paid(first))).toBe('given_back')
  await deliverOutbox(at.shop)
  expect(at.fake.refunds.map(({ amount }) => amount)).toEqual([4_700, 20_000])
})

test('a refund that Stripe tells of before it answers the capture is recorded with that', async () => {
  await using at = await stripeShop({ STRIPE_CAPTURE: 'at-shipment' })
  const payment = await started(at)
  at.fake.pay(payment.session)
  await returnFromPayment(at.shop, 'stripe', payment.attemptId, 'done')
  const { payment_reference: intent } = await attempt(at.shop, payment.attemptId)
  await shipOrder(at.shop, { orderId: payment.orderId, actor: 'x', carrier: '', trackingNumber: '' })
  const path = `POST /v1/payment_intents/${intent}/capture`
  at.fake.unanswered.add(path)
  const captured = deliverOutbox(at.shop)
  await vi.waitFor(() => expect(at.fake.intent(intent ?? '').captured).toBe(24_700))
  const refund = at.fake.refund({ payment_intent: intent, amount: 5_000 })
  expect(await apply(at, await toldOfCharge(at, refund))).toBe('no_effect')
  at.fake.unanswered.delete(path)
  await captured
  at.clock.advance(3_600)
  await deliverOutbox(at.shop)
  expect((await state(at.shop, payment.orderId)).attempts).toEqual([['succeeded', 24_700, 5_000]])
})
