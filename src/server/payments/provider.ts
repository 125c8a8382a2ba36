import type { Language } from '../../domain/locales.ts'
import type { Minor } from '../../domain/money.ts'
import type { PaymentOutcome } from '../../domain/payments.ts'
import type { Shop } from '../platform/shop.ts'
import type { AttemptRow } from './queries.ts'

/** What a provider tells about an attempt; `eventId` is unique per provider, whatever is sent again. */
export type PaymentNotice = {
  eventId: string
  attemptId: string
  outcome: PaymentOutcome
  /** Minor units that were really paid, and in which currency; compared with the order's. */
  amount: Minor
  currency: string
  reason: string | null
  /** False where the money is only promised until it is captured. */
  captured?: boolean
  /** The provider's name for the money, which captures and refunds are made against. */
  payment?: string | null
}

/**
 * What a provider tells about money that went back: all that was given back so far, or a refund that came to nothing.
 */
export type RefundNotice =
  | { eventId: string; attemptId: string; outcome: 'refunded'; amount: Minor; currency: string }
  | { eventId: string; attemptId: string; outcome: 'refund_failed'; refundId: string; reason: string }

export type ProviderNotice = PaymentNotice | RefundNotice

/** What a provider may know of the order that it is paid for. */
export type OrderToPay = { number: string; email: string }

/** Where the shopper pays, and the provider's name for that page. */
export type StartedPayment = { url: string; reference: string | null }

/** `idempotencyKey` is the same when an earlier answer was lost, so that money goes back once. */
export type RefundOrder = { refundId: string; idempotencyKey: string; amount: Minor; reason: string }

/** A provider's definite no: nothing happened there. Any other error leaves open what happened. */
export class PaymentRefused extends Error {
  override readonly name = 'PaymentRefused'
}

/**
 * The port that every way to pay stands behind; adding one is a file in providers/ and a row in `providers.ts`. A null
 * where nobody outside the shop has to be asked. Every call may be repeated for the same attempt and must then have one
 * effect.
 */
export type PaymentProvider = {
  name: string
  isOffered: (shop: Shop, language: Language) => boolean
  /** Ways to pay of the locale's list (spec section 1) that a shopper has with it; their logos stand in the footer. */
  brings: readonly string[]
  /** For a way to pay that needs nobody's answer: the order is confirmed in the transaction that writes it. */
  accept: ((attempt: Pick<AttemptRow, 'id' | 'amount' | 'currency'>) => PaymentNotice) | null
  /**
   * Called after the order is written, outside its transaction; called again, it gives the same page. `isKept`: the
   * shopper has subscribed, so that `repeat` will be asked for with the payment's name.
   */
  start: ((shop: Shop, attempt: AttemptRow, order: OrderToPay, isKept: boolean) => Promise<StartedPayment>) | null
  /**
   * Pays without the shopper, the way that the payment with this name was made; null while the provider is undecided.
   * Throws PaymentRefused where the shopper has to be asked.
   */
  repeat:
    | ((shop: Shop, attempt: AttemptRow, order: OrderToPay, earlier: string) => Promise<PaymentNotice | null>)
    | null
  /**
   * Verifies and reads a webhook; throws ProblemError 400 when it is not the provider's, gives null for what concerns
   * no payment.
   */
  readNotice: ((shop: Shop, body: string, headers: Headers) => Promise<ProviderNotice | null>) | null
  /** What the provider knows of an attempt; null while it is undecided or unknown there. */
  ask: ((shop: Shop, attempt: AttemptRow) => Promise<PaymentNotice | null>) | null
  /** Takes the promised money, or as much of it as is still wanted, once. */
  capture: ((shop: Shop, attempt: AttemptRow, amount: Minor) => Promise<void>) | null
  /** Gives a part or all back; returns the provider's name for that. */
  refund: ((shop: Shop, attempt: AttemptRow, refund: RefundOrder) => Promise<string>) | null
  /** Closes the page or lets the promised money go; throws PaymentRefused when it was paid meanwhile. */
  cancel: ((shop: Shop, attempt: AttemptRow) => Promise<void>) | null
}
