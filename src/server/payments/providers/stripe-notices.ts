import { z } from 'zod'
import type { PaymentNotice, ProviderNotice } from '../provider.ts'

/** Payments that are made without the shopper are marked so: those of a hosted page are told of by its session. */
export const repeatedMark = 'repeated'

const metadata = z
  .object({
    attempt_id: z.string().max(64).optional(),
    refund_id: z.string().max(64).optional(),
    [repeatedMark]: z.string().optional(),
  })
  .nullish()

const intent = z.object({ id: z.string(), status: z.string() })

/** What we read of a Checkout Session; the payment intent is its id unless it was asked for whole. */
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

/** What we read of a payment intent that is made without the shopper. */
export const stripeIntent = z.object({
  id: z.string().max(200),
  status: z.string(),
  amount: z.int(),
  currency: z.string(),
  metadata,
})
type Intent = z.output<typeof stripeIntent>

/** The card that a payment was made with, where Stripe keeps it. */
export const stripeCard = z.object({
  customer: z.string().nullish().default(null),
  payment_method: z.string().nullish().default(null),
})

const charge = z.object({ amount_refunded: z.int(), currency: z.string(), metadata })
const refund = z.object({ failure_reason: z.string().nullish(), metadata })

/** A webhook's frame; what is in it is read by its type. */
export const stripeEvent = z.object({
  id: z.string().max(200),
  type: z.string(),
  data: z.object({ object: z.unknown() }),
})
export type StripeEvent = z.output<typeof stripeEvent>

/** `session` has to be asked for: the event alone does not tell whether the money is promised or still on its way. */
export type ReadEvent = { notice: ProviderNotice | null; session?: string }

/** An event as a notice, or null when it says nothing about a payment of ours. */
export function noticeOfEvent({ id, type, data: { object } }: StripeEvent): ReadEvent {
  if (type.startsWith('checkout.session.')) return sessionEvent(id, type, stripeSession.parse(object))
  if (type.startsWith('payment_intent.')) return { notice: intentEvent(id, stripeIntent.parse(object)) }
  if (type === 'charge.refunded') return { notice: chargeRefunded(id, charge.parse(object)) }
  if (type === 'refund.failed') return { notice: refundFailed(id, refund.parse(object)) }
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

/** A session that was asked for, as a notice; null while it is open or its money is on its way. */
export function noticeOfSession(session: Session): PaymentNotice | null {
  const payment = typeof session.payment_intent === 'object' ? session.payment_intent?.status : undefined
  const tell = (what: PaymentNotice['outcome']) => outcome(`asked:${session.id}:${what}`, session, what)
  if (session.status === 'expired') return tell('expired')
  if (session.status !== 'complete') return null
  if (session.payment_status !== 'unpaid') return tell('succeeded')
  if (payment === 'requires_capture') return promised(tell('succeeded'))
  return payment === 'canceled' || payment === 'requires_payment_method' ? tell('failed') : null
}

/** Only of payments without the shopper: on a hosted page a declined card is tried again. */
function intentEvent(eventId: string, intent: Intent): PaymentNotice | null {
  return intent.metadata?.[repeatedMark] === undefined ? null : noticeOfIntent(eventId, intent)
}

/** A payment without the shopper as a notice; null while its money is on its way. */
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

/** Sessions of other programs with the same Stripe account carry no attempt of ours. */
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

function chargeRefunded(
  eventId: string,
  { metadata, amount_refunded: amount, currency }: z.output<typeof charge>,
): ProviderNotice | null {
  const attemptId = metadata?.attempt_id
  return attemptId === undefined
    ? null
    : { eventId, attemptId, outcome: 'refunded', amount, currency: currency.toUpperCase() }
}

function refundFailed(
  eventId: string,
  { metadata, failure_reason: reason }: z.output<typeof refund>,
): ProviderNotice | null {
  const { attempt_id: attemptId, refund_id: refundId } = metadata ?? {}
  if (attemptId === undefined || refundId === undefined) return null
  return { eventId, attemptId, outcome: 'refund_failed', refundId, reason: reason ?? 'unknown' }
}
