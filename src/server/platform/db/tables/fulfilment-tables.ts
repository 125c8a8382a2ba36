import type { Generated } from 'kysely'
import type { ReturnKind, ReturnReason, ReturnStatus } from '../../../../domain/orders/returns.ts'
import type { SubscriptionStatus } from '../../../../domain/orders/subscriptions.ts'

export type DocumentKind = 'invoice' | 'receipt' | 'credit_note'

/**
 * Tables for what happens to an order after the purchase. `position` identifies the order line; amounts are minor
 * units, VAT is in its own columns.
 */
export type FulfilmentTables = {
  /** An order that was sent in exchange for units of a return; `credit` of their refund paid it. */
  order_exchanges: { order_id: string; return_id: string; refund_id: string; credit: number }
  /** `key` is an idempotency key: a repeated request creates no second parcel. */
  shipments: {
    id: string
    order_id: string
    key: string
    carrier: string
    tracking_number: string
    actor: string
    shipped_at: string
    delivered_at: string | null
  }
  shipment_lines: { shipment_id: string; position: number; quantity: number }
  /**
   * `amount` includes refunded delivery and `allowance`, what is taken off the price without units (negative where a
   * refund of units takes it back), minus `deduction`, the discount lost on what the buyer keeps; `number` is the
   * credit note's, null when nothing had been charged. `card_back` is what went to gift cards of it, and `set_off` what
   * was paid to nobody, because it was never paid or the buyer has it from the bank; null for those from before they
   * were kept.
   */
  order_refunds: {
    id: string
    order_id: string
    key: string
    number: string | null
    reason: string
    actor: string
    amount: number
    vat: number
    delivery: number
    delivery_vat: number
    at: string
    deduction: Generated<number>
    deduction_vat: Generated<number>
    /** The deduction by VAT rate, as JSON. */
    deduction_rates: Generated<string>
    card_back: number | null
    /** Of `card_back`, what went to cards that nobody bought and that the books have on an account of their own. */
    given_back: number | null
    /** Which gift cards got `card_back`, as JSON; none where it was not kept. */
    card_parts: Generated<string>
    set_off: number | null
    allowance: Generated<number>
    allowance_vat: Generated<number>
  }
  /** `by_choice` counts the units returned because the shopper changed their mind. */
  order_refund_lines: {
    refund_id: string
    position: number
    quantity: number
    amount: number
    vat: number
    by_choice: Generated<number>
  }
  returns: {
    id: string
    number: string
    order_id: string
    kind: ReturnKind
    status: ReturnStatus
    actor: string
    name: string
    message: string
    requested_at: string
    received_at: string | null
    refund_id: string | null
    /** Why nothing is paid back for what was received; '' while that is open. */
    refusal: Generated<string>
  }
  /**
   * `unsubscribed`: units that a withdrawal took off the subscription of the line. `subscription_was`: the status of
   * one that it ended.
   */
  return_lines: {
    return_id: string
    position: number
    quantity: number
    reason: ReturnReason
    received: number
    restocked: number
    refunded: Generated<number>
    unsubscribed: Generated<number>
    subscription_was: Generated<SubscriptionStatus | null>
  }
  /**
   * A document as issued; `subject` is a credit note's refund, the addition that an invoice or receipt charges, and ''
   * for the order itself; `content` is JSON.
   */
  documents: {
    number: string
    kind: DocumentKind
    order_id: string
    subject: string
    content: string
    issued_at: string
  }
  /** Gapless numbers: the last of each series, incremented in the transaction that uses it. */
  number_series: { name: string; last: number }
}
