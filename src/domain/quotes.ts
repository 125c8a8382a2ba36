import { divideRounded, type Minor } from './money.ts'
import { exVat, type VatRate } from './vat.ts'

export const quoteStatuses = ['requested', 'priced', 'rejected', 'accepted', 'withdrawn'] as const
export type QuoteStatus = (typeof quoteStatuses)[number]

/** How a quote is shown: a priced one that nobody took in time is over without anybody writing that down. */
export type QuoteState = QuoteStatus | 'expired'

type Dated = { status: QuoteStatus; valid_until: string | null }

/** What a quote is at a moment (UTC ISO). */
export function quoteState({ status, valid_until: until }: Dated, at: string): QuoteState {
  return status === 'priced' && (until === null || until < at) ? 'expired' : status
}

/** Whether its prices may be bought at now; an accepted one until then too, when its payment came to nothing. */
export function isQuoteOpen({ status, valid_until: until }: Dated, at: string): boolean {
  return (status === 'priced' || status === 'accepted') && until !== null && until >= at
}

export type QuotedPrice = { unit_price: Minor; vat_rate: VatRate }

/** A quoted piece where another VAT rate holds: the price without VAT is what was promised. */
export function quotedUnit({ unit_price: unit, vat_rate: quoted }: QuotedPrice, rate: VatRate): Minor {
  if (rate === quoted) return unit
  return divideRounded(exVat(unit, quoted) * (10_000 + rate), 10_000)
}
