import { z } from 'zod'
import type { PaymentNotice } from '../provider.ts'

/**
 * Metadata key of payments made without the shopper; payments of a hosted page are reported by their session instead.
 */
export const repeatedMark = 'repeated'

const metadata = z
  .object({
    attempt_id: z.string().max(64).optional(),
    refund_id: z.string().max(64).optional(),
    [repeatedMark]: z.string().optional(),
  })
  .nullish()

const intent = z.object({ id: z.string(), status: z.string() })

/** The fields of a Checkout Session that the shop reads; `payment_intent` is an id unless it was expanded. */
export const stripeSession = z.object({
  id: z.string().max(200),
  status: z.enum(['open', 'complete', 'expired']).nullable(),
  payment_status: z.string(),
  amount_total: z.int().nullable(),
  currency: z.string().nullable(),
  payment_intent: z.union([z.string(), intent]).nullish(),
  metadata,
})
type Session = z.output<typeof stripeSession>

/** The fields of a payment intent without the shopper that the shop reads. */
export const stripeIntent = z.object({
  id: z.string().max(200),
  status: z.string(),
  amount: z.int(),
  amount_received: z.int().optional(),
  currency: z.string(),
  metadata,
})
type Intent = z.output<typeof stripeIntent>

/** The stored card of a payment, if Stripe stores it. */
export const stripeCard = z.object({
  customer: z.string().nullish().default(null),
  payment_method: z.string().nullish().default(null),
})

const charge = z.object({ payment_intent: z.string().nullish(), metadata })

/** The fields of a refund that the shop reads; one without metadata of the shop was made in Stripe's own console. */
export const stripeRefund = z.object({
  id: z.string().max(200),
  amount: z.int(),
  currency: z.string(),
  status: z.string().nullish(),
  payment_intent: z.string().nullish(),
  failure_reason: z.string().nullish(),
  metadata,
})
export type StripeRefund = z.output<typeof stripeRefund>

const named = z.object({ id: z.string().regex(/^\w{1,200}$/) })

/** The fields of a dispute that the shop reads; `balance_transactions` are the money that it moved. */
export const stripeDispute = z.object({
  id: z.string().max(200),
  amount: z.int(),
  currency: z.string(),
  status: z.string(),
  payment_intent: z.string().nullish(),
  balance_transactions: z
    .array(
      z.object({
        id: z.string().max(100),
        amount: z.int(),
        currency: z.string(),
        reporting_category: z.string(),
      }),
    )
    .default([]),
})

/** The envelope of a webhook; its content is parsed by type. */
export const stripeEvent = z.object({
  id: z.string().max(200),
  type: z.string(),
  data: z.object({ object: z.unknown() }),
})
export type StripeEvent = z.output<typeof stripeEvent>

/** The refunds of a payment, which an event is about; `failed` is the shop's own refund that did not succeed. */
export type RefundsToRead = {
  eventId: string
  payment: string
  attemptId: string | undefined
  failed: { refundId: string; reason: string } | null
}

/** A dispute, which an event is about, by its id. */
export type DisputeToRead = { eventId: string; id: string }

/**
 * `session` must be fetched: the event alone does not tell whether the money is authorized or still on its way. So must
 * the `refunds` of a payment and a `dispute`: events come in any order, and one alone does not tell how it is now.
 */
export type ReadEvent = {
  notice: PaymentNotice | null
  session?: string
  refunds?: RefundsToRead
  dispute?: DisputeToRead
}

const refundEvents = new Set(['refund.created', 'refund.updated', 'refund.failed', 'charge.refund.updated'])

/** Converts an event to a notice; null when it is not about a payment of this shop. */
export function noticeOfEvent({ id, type, data: { object } }: StripeEvent): ReadEvent {
  if (type.startsWith('checkout.session.')) return sessionEvent(id, type, stripeSession.parse(object))
  if (type.startsWith('payment_intent.')) return { notice: intentEvent(id, stripeIntent.parse(object)) }
  if (type === 'charge.refunded') return chargeRefunded(id, charge.parse(object))
  if (type.startsWith('charge.dispute.')) return { notice: null, dispute: { eventId: id, ...named.parse(object) } }
  if (refundEvents.has(type)) return refundChanged(id, stripeRefund.parse(object))
  return { notice: null }
}

function sessionEvent(eventId: string, type: string, session: Session): ReadEvent {
  switch (type) {
    case 'checkout.session.completed':
      return session.payment_status === 'unpaid'
        ? { notice: null, session: session.id }
        : { notice: outcome(eventId, session, 'succeeded') }
    case 'checkout.session.async_payment_succeeded':
      return { notice: outcome(eventId, session, 'succeeded') }
    case 'checkout.session.async_payment_failed':
      return { notice: outcome(eventId, session, 'failed') }
    case 'checkout.session.expired':
      return { notice: outcome(eventId, session, 'expired') }
    default:
      return { notice: null }
  }
}

/** Converts a fetched session to a notice; null while it is open or its money is on its way. */
export function noticeOfSession(session: Session): PaymentNotice | null {
  const payment = typeof session.payment_intent === 'object' ? session.payment_intent?.status : undefined
  const noticeOf = (what: PaymentNotice['outcome']) => outcome(`asked:${session.id}:${what}`, session, what)
  if (session.status === 'expired') return noticeOf('expired')
  if (session.status !== 'complete') return null
  if (session.payment_status !== 'unpaid') return noticeOf('succeeded')
  if (payment === 'requires_capture') return promised(noticeOf('succeeded'))
  return payment === 'canceled' || payment === 'requires_payment_method' ? noticeOf('failed') : null
}

/**
 * Converts an event of a payment without the shopper; on a hosted page the shopper can retry a declined card, so those
 * events are ignored.
 */
function intentEvent(eventId: string, intent: Intent): PaymentNotice | null {
  return intent.metadata?.[repeatedMark] === undefined ? null : noticeOfIntent(eventId, intent)
}

/** Converts a payment without the shopper to a notice; null while its money is on its way. */
export function noticeOfIntent(
  eventId: string,
  { id, status, amount, currency, metadata: about }: Intent,
): PaymentNotice | null {
  const attemptId = about?.attempt_id
  if (attemptId === undefined || status === 'processing') return null
  const isPaid = status === 'succeeded' || status === 'requires_capture'
  return {
    eventId,
    attemptId,
    outcome: isPaid ? 'succeeded' : 'failed',
    amount,
    currency: currency.toUpperCase(),
    payment: id,
    reason: isPaid ? null : 'declined',
    captured: status !== 'requires_capture',
  }
}

function promised(notice: PaymentNotice | null): PaymentNotice | null {
  return notice && { ...notice, captured: false }
}

/**
 * Builds a notice from a session; null for sessions of other programs on the same Stripe account, which have no
 * attempt id.
 */
function outcome(eventId: string, session: Session, what: PaymentNotice['outcome']): PaymentNotice | null {
  const attemptId = session.metadata?.attempt_id
  if (attemptId === undefined) return null
  const { payment_intent: payment } = session
  return {
    eventId,
    attemptId,
    outcome: what,
    amount: session.amount_total ?? 0,
    currency: (session.currency ?? '').toUpperCase(),
    reason: what === 'failed' ? 'declined' : null,
    payment: typeof payment === 'object' ? (payment?.id ?? null) : (payment ?? null),
  }
}

/** A charge has the metadata of its payment; one without is of another program. */
function chargeRefunded(eventId: string, { payment_intent: payment, metadata: about }: z.output<typeof charge>) {
  const attemptId = about?.attempt_id
  if (!payment || attemptId === undefined) return { notice: null }
  return { notice: null, refunds: { eventId, payment, attemptId, failed: null } }
}

function refundChanged(eventId: string, refund: StripeRefund): ReadEvent {
  const { payment_intent: payment, metadata: about, failure_reason: reason } = refund
  if (!payment) return { notice: null }
  const { attempt_id: attemptId, refund_id: refundId } = about ?? {}
  const failed = isFailedRefund(refund) && refundId !== undefined ? { refundId, reason: reason ?? 'unknown' } : null
  return { notice: null, refunds: { eventId, payment, attemptId, failed } }
}

export function isFailedRefund({ status }: Pick<StripeRefund, 'status'>): boolean {
  return status === 'failed' || status === 'canceled'
}
