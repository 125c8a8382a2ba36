import { divideRounded, toMinor, type Minor } from '../money/money.ts'
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

/** Reads a price as people write it, at most two decimals and less than 100 million; undefined for any other text. */
export function readPrice(text: string): Minor | undefined {
  const plain = text.replace(/\s/g, '').replace(',', '.')
  if (!/^\d{1,8}(?:\.\d{1,2})?$/.test(plain)) return undefined
  const price = toMinor(Number(plain))
  return price > 0 ? price : undefined
}

/** A price without VAT as one with it. */
export function withVat(exclusive: Minor, rate: VatRate): Minor {
  return divideRounded(exclusive * (10_000 + rate), 10_000)
}

/** A unit price of a quote with VAT at the rate that it was given at. */
export type QuotedPrice = { unit: Minor; rate: VatRate }

/**
 * The quoted unit price under another VAT rate. What was agreed stays: the price without VAT, or for a consumer, to the
 * country that was quoted for, the price with it (`isGross`).
 */
export function quotedUnit(quoted: QuotedPrice, rate: VatRate, isGross: boolean): Minor {
  if (isGross || rate === quoted.rate) return quoted.unit
  return withVat(exVat(quoted.unit, quoted.rate), rate)
}

/** Whether a quote can still be answered, so that its sums have the VAT of today. */
export function isAnswerable({ status }: Pick<Dated, 'status'>): boolean {
  return status === 'requested' || status === 'priced'
}
