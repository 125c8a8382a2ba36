import type { Generated } from 'kysely'
import type { ReturnKind, ReturnReason, ReturnStatus } from '../../../../domain/returns.ts'

export type DocumentKind = 'invoice' | 'receipt' | 'credit_note'

/**
 * What happens to an order after the purchase. `position` names the order's line; amounts are minor units with their
 * VAT apart.
 */
export type FulfilmentTables = {
  /** `key` makes the same request twice one parcel. */
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
   * `amount` includes the delivery that is paid back, less `deduction`: what is kept costs more without the rest;
   * `number` is the credit note's, null where nothing had been charged.
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
  }
  /** `by_choice` of the units were given up because the shopper changed their mind. */
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
  }
  return_lines: {
    return_id: string
    position: number
    quantity: number
    reason: ReturnReason
    received: number
    restocked: number
    refunded: Generated<number>
  }
  /**
   * A document as it was issued; `subject` is the refund of a credit note and '' for the order itself, `content` JSON.
   */
  documents: {
    number: string
    kind: DocumentKind
    order_id: string
    subject: string
    content: string
    issued_at: string
  }
  /** Numbers without gaps: the last of each series, taken in the transaction that uses it. */
  number_series: { name: string; last: number }
}
