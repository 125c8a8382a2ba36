import type { Currency } from '../../../domain/money/currencies.ts'
import { toMajor } from '../../../domain/money/money.ts'
import { vatCountry } from '../../../domain/money/vat.ts'
import { isQuoteOpen, quotedUnit } from '../../../domain/orders/quotes.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import type { PricedLine } from '../cart/price-lines.ts'
import { companyQuotes, quoteById, quoteLinesOf, quoteToOrder, type QuoteLineRow } from './queries.ts'

type QuoteToPrice = { quoteId: string; lines: readonly PricedLine[]; currency: Currency; country: string }

/**
 * Applies a quote's prices to the lines of its cart; other discounts do not apply to them. The shop's own prices are
 * kept if the quote is no longer open, or if its customer has left the organization that it was given to. Lines that
 * are out of stock or exceed the quoted quantity are not changed; a reduced quantity keeps the quoted price. A product
 * without a price of its own can be ordered at the quoted one.
 */
export async function atQuotedPrices(
  db: Queryable,
  { quoteId, lines, currency, country }: QuoteToPrice,
  now: Date,
): Promise<PricedLine[]> {
  const quote = await quoteToOrder(db, quoteId)
  if (!quote || quote.currency !== currency.code || !isQuoteOpen(quote, now.toISOString())) return [...lines]
  const quoted = await quoteLinesOf(db, [quoteId])
  const isForCompany = (await companyQuotes(db, [quote])).has(quoteId)
  const isGross = !isForCompany && vatCountry(country) === vatCountry(quote.country)
  return lines.map((line) => {
    const own = quoted.find((each) => each.product_id === line.product_id)
    return atPrice(line, own, isGross)
  })
}

/** The number of a cart's quote whose prices do not count any more; undefined while they do, and without a quote. */
export async function endedQuote(db: Queryable, quoteId: string | null, now: Date): Promise<string | undefined> {
  const quote = quoteId === null ? undefined : await quoteById(db, quoteId)
  if (!quote) return undefined
  const isOpen = isQuoteOpen(quote, now.toISOString()) && (await quoteToOrder(db, quote.id)) !== undefined
  return isOpen ? undefined : quote.number
}

function atPrice(line: PricedLine, quoted: QuoteLineRow | undefined, isGross: boolean): PricedLine {
  if (!quoted || quoted.unit_price === null) return line
  const hasPrice = line.pricing.length > 0
  const quantity = hasPrice ? line.quantity : line.possible
  if (quantity === 0 || quantity > quoted.quantity) return line
  const unit = quotedUnit({ unit: quoted.unit_price, rate: quoted.vat_rate }, line.vat_rate, isGross)
  const price = toMajor(unit)
  return {
    ...line,
    ...(hasPrice ? {} : newlyPriced(quantity, quoted.quantity, price)),
    price,
    pricing: [{ q: 1, p: price }],
    tiers: [{ q: 1, p: price, campaign: true }],
    agreed: null,
    campaign: true,
    cart_notice: null,
  }
}

function newlyPriced(quantity: number, quoted: number, price: number) {
  const adjusted = quantity === quoted ? null : quantity
  return { quantity, adjusted_quantity: adjusted, ordinary_price: price, stock_status: 'in_stock' as const }
}
