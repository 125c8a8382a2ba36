import type { Generated } from 'kysely'
import type { CurrencyCode } from '../../../../domain/money/currencies.ts'

/**
 * Money received by a card payment, money paid back, money that the buyer's bank took back or gave again, the
 * provider's fee, or anything else.
 */
export type PayoutRowKind = 'charge' | 'refund' | 'dispute' | 'dispute_won' | 'fee' | 'other'

/** `inquiry`: a bank asks, and has taken nothing. The shop can still answer an `open` one. */
export type ProviderDisputeStatus = 'inquiry' | 'open' | 'won' | 'lost'

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
  /** How many rows of a payout differ from the shop's payments; a payout without a line was not compared yet. */
  payout_checks: { payout_id: string; differing: number; compared_at: string }
  /**
   * One transaction of a payout; `reference` is the provider's id of the payment. `paid` is what the buyer paid or got
   * back where that was in another currency than the payout, else null. Append-only.
   */
  payout_rows: {
    id: string
    payout_id: string
    kind: PayoutRowKind
    gross: number
    fee: number
    net: number
    reference: string
    paid: number | null
    paid_currency: CurrencyCode | null
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
  /** A dispute by the provider's id, as its events report it; `reference` is the provider's id of the payment. */
  provider_disputes: {
    id: string
    reference: string
    amount: number
    currency: string
    status: ProviderDisputeStatus
    at: string
    updated_at: string
  }
  /**
   * Money that a dispute moved, by the provider's id of the transaction, which a payout report has too. Payouts alone
   * are in the books. Append-only.
   */
  provider_dispute_moves: {
    id: string
    dispute_id: string
    reference: string
    kind: 'dispute' | 'dispute_won'
    gross: number
    currency: string
    at: string
  }
  /**
   * What gift cards got back of an order after its credit note, because a dispute was won, and `given`, what cards that
   * nobody bought got of it; `day` is that in the books. Append-only.
   */
  card_returns: { id: string; order_id: string; amount: number; given: Generated<number>; day: string; at: string }
  /** What was written off at each VAT rate (basis points). */
  dispute_shares: { outcome_id: string; rate: number; net: number; vat: number }
}
