import type { Currency } from '../../../domain/money/currencies.ts'
import { toMajor } from '../../../domain/money/money.ts'
import { isQuoteOpen, quotedUnit } from '../../../domain/orders/quotes.ts'
import type { PricedLine } from '../cart/price-lines.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { quoteLinesOf, quoteToOrder, type QuoteLineRow } from './queries.ts'

type QuoteToPrice = { quoteId: string; lines: readonly PricedLine[]; currency: Currency }

/**
 * Applies a quote's prices to the lines of its cart; other discounts do not apply to them. The shop's own prices are
 * kept if the quote is no longer open, or if its customer has left the organization that it was given to. Lines that
 * are out of stock or exceed the quoted quantity are not changed; a reduced quantity keeps the quoted price. A product
 * without a price of its own can be ordered at the quoted one.
 */
export async function atQuotedPrices(
  db: Queryable,
  { quoteId, lines, currency }: QuoteToPrice,
  now: Date,
): Promise<PricedLine[]> {
  const quote = await quoteToOrder(db, quoteId)
  if (!quote || quote.currency !== currency.code || !isQuoteOpen(quote, now.toISOString())) return [...lines]
  const quoted = await quoteLinesOf(db, [quoteId])
  return lines.map((line) =>
    atPrice(
      line,
      quoted.find((each) => each.product_id === line.product_id),
    ),
  )
}

function atPrice(line: PricedLine, quoted: QuoteLineRow | undefined): PricedLine {
  if (!quoted || quoted.unit_price === null) return line
  const hasPrice = line.pricing.length > 0
  const quantity = hasPrice ? line.quantity : line.possible
  if (quantity === 0 || quantity > quoted.quantity) return line
  const unit = quotedUnit({ unit_price: quoted.unit_price, vat_rate: quoted.vat_rate }, line.vat_rate)
  const price = toMajor(unit)
  return {
    ...line,
    ...(hasPrice ? {} : newlyPriced(quantity, quoted.quantity, price)),
    price,
    pricing: [{ q: 1, p: price }],
    tiers: [{ q: 1, p: price, campaign: true }],
    campaign: true,
    cart_notice: null,
  }
}

function newlyPriced(quantity: number, quoted: number, price: number) {
  const adjusted = quantity === quoted ? null : quantity
  return { quantity, adjusted_quantity: adjusted, ordinary_price: price, stock_status: 'in_stock' as const }
}
