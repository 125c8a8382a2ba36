import type { CurrencyCode } from '../../../../domain/money/currencies.ts'

/**
 * Money received by a card payment, money paid back, money that the buyer's bank took back or gave again, the
 * provider's fee, or anything else.
 */
export type PayoutRowKind = 'charge' | 'refund' | 'dispute' | 'dispute_won' | 'fee' | 'other'

export type PayoutTables = {
  /**
   * What a provider paid out: the sums of its rows, and the amount that the report itself states, if it does. `gross`
   * is that of payments, `fee` has every fee, and `net` is the difference. Append-only.
   */
  payouts: {
    id: string
    hash: string
    day: string
    currency: CurrencyCode
    gross: number
    fee: number
    net: number
    stated: number | null
    actor: string
    at: string
  }
  /** One transaction of a payout; `reference` is the provider's id of the payment. Append-only. */
  payout_rows: {
    id: string
    payout_id: string
    kind: PayoutRowKind
    gross: number
    fee: number
    net: number
    reference: string
  }
  /**
   * What became of what a bank took back of a payment: written off, a claim on the buyer, or the reversal of either,
   * whose amount is negative. Append-only.
   */
  dispute_outcomes: {
    id: string
    order_id: string
    reference: string
    payout_row: string
    kind: 'write_off' | 'receivable' | 'undone'
    amount: number
    /** The day in the books. */
    day: string
    actor: string
    at: string
    undoes: string | null
  }
  /** What was written off at each VAT rate (basis points). */
  dispute_shares: { outcome_id: string; rate: number; net: number; vat: number }
}
