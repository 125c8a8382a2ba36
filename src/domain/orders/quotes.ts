import { divideRounded, type Minor } from '../money/money.ts'
import { exVat, type VatRate } from '../money/vat.ts'

export const quoteStatuses = ['requested', 'priced', 'rejected', 'accepted', 'withdrawn'] as const
export type QuoteStatus = (typeof quoteStatuses)[number]

/** The status shown to customers: a priced quote past its date is `expired`, which is not stored. */
export type QuoteState = QuoteStatus | 'expired'

type Dated = { status: QuoteStatus; valid_until: string | null }

/** The state of a quote at a moment (UTC ISO). */
export function quoteState({ status, valid_until: until }: Dated, at: string): QuoteState {
  return status === 'priced' && (until === null || until < at) ? 'expired' : status
}

/**
 * Tells whether the quote's prices can be ordered: until its date, also when it was accepted but its payment failed.
 */
export function isQuoteOpen({ status, valid_until: until }: Dated, at: string): boolean {
  return (status === 'priced' || status === 'accepted') && until !== null && until >= at
}

export type QuotedPrice = { unit_price: Minor; vat_rate: VatRate }

/** The quoted unit price under another VAT rate; the price without VAT stays the same. */
export function quotedUnit({ unit_price: unit, vat_rate: quoted }: QuotedPrice, rate: VatRate): Minor {
  if (rate === quoted) return unit
  return divideRounded(exVat(unit, quoted) * (10_000 + rate), 10_000)
}
