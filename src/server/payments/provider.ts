import type { Minor } from '../../domain/money/money.ts'
import type { PaymentOutcome } from '../../domain/orders/payments.ts'
import type { Language } from '../../domain/places/locales.ts'
import type { PaymentMethodId } from '../../domain/settings/payment.ts'
import type { ProviderDisputeStatus } from '../platform/db/tables/payout-tables.ts'
import type { Shop } from '../platform/shop.ts'
import type { AttemptRow } from './queries.ts'

/** A provider's notice about an attempt; `eventId` is unique per provider and the same for repeats. */
export type PaymentNotice = {
  eventId: string
  attemptId: string
  outcome: PaymentOutcome
  /** The amount paid in minor units, and its currency; compared with the order's. */
  amount: Minor
  currency: string
  reason: string | null
  /** False when the payment is only authorized, not captured. */
  captured?: boolean
  /** The provider's id of the payment, which captures and refunds refer to. */
  payment?: string | null
}

/** A refund as the provider has it, under its `reference`; `refundId` is the shop's, null if it did not ask for it. */
export type ProviderRefund = {
  reference: string
  refundId: string | null
  amount: Minor
  currency: string
  /** The money did not reach the buyer, or the refund was called off; it stays so. */
  isFailed: boolean
  reason: string
}

/**
 * A provider's notice about a refund: the total refunded so far, or that a refund of the shop failed. `refunds` are all
 * of the payment, the oldest first, when the notice was read: notices come in any order, and one alone does not tell
 * what else was refunded or failed.
 */
export type RefundNotice = { eventId: string; attemptId: string; refunds: readonly ProviderRefund[] } & (
  | { outcome: 'refunded'; amount: Minor; currency: string }
  | { outcome: 'refund_failed'; refundId: string; reason: string }
)

/** Money that a dispute moved: taken back (`gross` is negative) or given back, by the provider's transaction. */
export type DisputeMove = { id: string; kind: 'dispute' | 'dispute_won'; gross: Minor; currency: string }

/**
 * A provider's notice about a dispute as it is now, by its `reference`; `payment` is the provider's id of the payment.
 * `amount` is what the buyer's bank demands, `moves` are all until now.
 */
export type DisputeNotice = {
  eventId: string
  attemptId: string
  outcome: 'disputed'
  reference: string
  payment: string
  amount: Minor
  currency: string
  status: ProviderDisputeStatus
  moves: readonly DisputeMove[]
}

export type ProviderNotice = PaymentNotice | RefundNotice | DisputeNotice

/** The order data that a provider receives. */
export type OrderToPay = { number: string; email: string }

/** The payment page's address, and the provider's id of that page. */
type StartedPayment = { url: string; reference: string | null }

/**
 * `idempotencyKey` is the same when an earlier answer was lost, so that the refund happens only once. Providers forget
 * keys: a refund that the shop decided on long ago, at `since` (ISO), may have been made under one that is forgotten.
 */
type RefundOrder = { refundId: string; idempotencyKey: string; amount: Minor; reason: string; since: string }

/** A provider's definite refusal: nothing happened there. After any other error the outcome is unknown. */
export class PaymentRefused extends Error {
  override readonly name = 'PaymentRefused'
}

/**
 * The interface of a payment provider; adding one takes a file in providers/ and a row in `providers.ts`. A function
 * is null where the provider has no such step. Every call must be idempotent per attempt.
 */
export type PaymentProvider = {
  name: string
  /** The method of the settings by which it is offered; null for one that no shopper chooses. */
  method: PaymentMethodId | null
  isOffered: (shop: Pick<Shop, 'env' | 'settings'>, language: Language) => boolean
  /** Payment methods of the locale's list (spec section 1) that this provider offers; the footer shows their logos. */
  brings: readonly string[]
  /** For a provider that needs no external answer: the order is confirmed in the transaction that writes it. */
  accept: ((attempt: Pick<AttemptRow, 'id' | 'amount' | 'currency'>) => PaymentNotice) | null
  /**
   * Starts a payment, after the order's transaction; repeated calls return the same page. `storesCard` is true where
   * the shopper has subscribed: the card is stored, and `repeat` will be called with the payment's id.
   */
  start: ((shop: Shop, attempt: AttemptRow, order: OrderToPay, storesCard: boolean) => Promise<StartedPayment>) | null
  /**
   * Charges the card of an earlier payment without the shopper; null while the provider is undecided. Throws
   * PaymentRefused when the shopper has to act.
   */
  repeat:
    | ((shop: Shop, attempt: AttemptRow, order: OrderToPay, earlier: string) => Promise<PaymentNotice | null>)
    | null
  /**
   * Verifies and parses a webhook; throws ProblemError 400 for an invalid signature, returns null for unrelated
   * events.
   */
  readNotice: ((shop: Shop, body: string, headers: Headers) => Promise<ProviderNotice | null>) | null
  /** Queries the provider about an attempt; null while it is undecided or unknown there. */
  ask: ((shop: Shop, attempt: AttemptRow) => Promise<PaymentNotice | null>) | null
  /**
   * Captures the authorized amount, or the part that is still needed, once. Returns what was captured: another amount
   * where somebody has captured the payment at the provider.
   */
  capture: ((shop: Shop, attempt: AttemptRow, amount: Minor) => Promise<Minor>) | null
  /** Refunds a part or all; returns the provider's id of the refund. */
  refund: ((shop: Shop, attempt: AttemptRow, refund: RefundOrder) => Promise<string>) | null
  /** Closes the payment page or releases the authorization; throws PaymentRefused when it was paid meanwhile. */
  cancel: ((shop: Shop, attempt: AttemptRow) => Promise<void>) | null
}
