import type { Minor } from './money.ts'

/**
 * A payment attempt's life. `held` is money that a person has to look at: a wrong amount or currency, or an order that
 * no longer waits for it. `cancelled` was taken back before any money moved.
 */
export type PaymentAttemptStatus = 'started' | 'held' | 'succeeded' | 'failed' | 'expired' | 'cancelled'

/** What a provider can tell about an attempt, in the words of the shop. */
export type PaymentOutcome = 'succeeded' | 'failed' | 'expired'

/** Why a payment came to nothing, as the shopper is told. */
export const paymentFailures = ['declined', 'cancelled', 'expired', 'unavailable', 'held'] as const
export type PaymentFailure = (typeof paymentFailures)[number]

/** A refund waits for its provider, was made, or was refused for good (its amount can then be refunded again). */
export type RefundStatus = 'pending' | 'succeeded' | 'failed'

/** Minor units of an attempt's money, from promise to return. */
export type AttemptMoney = {
  /** What the provider says was promised or paid. */
  authorized: Minor
  /** What is ours. */
  captured: Minor
  /** What is given back or about to be. */
  refunded: Minor
}

/** Minor units that can still be given back. */
export function refundable({ captured, refunded }: AttemptMoney): Minor {
  return Math.max(0, captured - refunded)
}

/** The reason that the failed page gives for an attempt that brought no order. */
export function paymentFailure({
  status,
  reason,
}: {
  status: PaymentAttemptStatus
  reason: string | null
}): PaymentFailure {
  if (status === 'held' || status === 'expired') return status
  return paymentFailures.find((failure) => failure === reason) ?? 'declined'
}

/** What the sandbox's hosted page can play. */
export const sandboxChoices = [
  'approve',
  'approve_once',
  'decline',
  'late',
  'double',
  'out_of_order',
  'wrong_amount',
  'lost',
  'timeout',
] as const
export type SandboxChoice = (typeof sandboxChoices)[number]
