import type { Minor } from '../money/money.ts'

export const paymentAttemptStatuses = ['started', 'held', 'succeeded', 'failed', 'expired', 'cancelled'] as const

/**
 * The status of a payment attempt. `held`: a person must review the payment (wrong amount or currency, or the order no
 * longer waits for it). `cancelled`: cancelled before any money moved.
 */
export type PaymentAttemptStatus = (typeof paymentAttemptStatuses)[number]

/** The result of an attempt as a provider reports it, in the shop's terms. */
export type PaymentOutcome = 'succeeded' | 'failed' | 'expired'

/** Why a payment failed, as shown to the shopper. */
const paymentFailures = ['declined', 'cancelled', 'expired', 'unavailable', 'held'] as const
export type PaymentFailure = (typeof paymentFailures)[number]

/** `failed` is final: the provider refused the refund, and its amount can be refunded again. */
export type RefundStatus = 'pending' | 'succeeded' | 'failed'

/** The money of a payment attempt, in minor units. */
export type AttemptMoney = {
  /** Authorized or paid, according to the provider. */
  authorized: Minor
  /** Captured by the shop. */
  captured: Minor
  /** Refunded, or about to be. */
  refunded: Minor
}

/** The amount that can still be refunded, in minor units. */
export function refundable({ captured, refunded }: Pick<AttemptMoney, 'captured' | 'refunded'>): Minor {
  return Math.max(0, captured - refunded)
}

/** The reason shown on the failed page for an attempt. */
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

/** The outcomes that the sandbox's hosted page can simulate. */
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
