import type { QuoteLineView, QuotePage } from '../../../contracts/customer-pages/quotes.ts'
import { withoutVat, type Amount } from '../../../domain/cart/cart-amounts.ts'
import { quoteState } from '../../../domain/orders/quotes.ts'
import { customerById } from '../../identity/customer-queries.ts'
import { orderById } from '../orders/queries.ts'
import type { Shop } from '../shop.ts'
import { companyQuotes, type QuoteLineRow, type QuoteReader, type QuoteRow } from './queries.ts'
import { taxedLinesOf } from './taxed-lines.ts'

/** Reads the page of a quote. The caller checks access. */
export async function quotePage(shop: Shop, reader: QuoteReader, quote: QuoteRow): Promise<QuotePage> {
  const { db, now } = shop
  const state = quoteState(quote, now().toISOString())
  const isYours = quote.customer_id === reader.customerId
  return {
    number: quote.number,
    state,
    currency: quote.currency,
    country: quote.country,
    requestedAt: quote.requested_at,
    answeredAt: quote.answered_at,
    validUntil: quote.valid_until,
    message: quote.message,
    answer: quote.answer,
    ...(await quotedAmounts(shop, quote)),
    askedBy: isYours || quote.customer_id === null ? null : ((await customerById(db, quote.customer_id))?.name ?? null),
    orderNumber: quote.order_id === null ? null : ((await orderById(db, quote.order_id))?.number ?? null),
    canAccept: isYours && state === 'priced',
    canWithdraw: isYours && (state === 'priced' || state === 'requested'),
  }
}

/** The amounts of a quote with the VAT that counts for it. */
export async function quotedAmounts(
  { db, now, settings }: Pick<Shop, 'db' | 'now' | 'settings'>,
  quote: QuoteRow,
): Promise<Pick<QuotePage, 'lines' | 'total' | 'isNet'>> {
  const { home } = settings.all
  const rows = await taxedLinesOf(db, quote, { home, now: now() })
  return { ...quoteAmounts(rows), isNet: (await companyQuotes(db, [quote])).has(quote.id) }
}

/** Calculates the lines of a quote and their sum, which is null until every line has a price. */
export function quoteAmounts(rows: readonly QuoteLineRow[]): Pick<QuotePage, 'lines' | 'total'> {
  const lines = rows.map(lineView)
  const totals = lines.flatMap(({ total }) => total ?? [])
  return { lines, total: totals.length === lines.length ? sumOf(totals) : null }
}

function lineView({
  sku,
  name,
  quantity,
  list_price: list,
  unit_price: price,
  vat_rate: rate,
}: QuoteLineRow): QuoteLineView {
  const unit = price === null ? null : withoutVat(price, rate)
  return {
    sku,
    name,
    quantity,
    list: withoutVat(list, rate),
    unit,
    total: unit && { inc: unit.inc * quantity, ex: unit.ex * quantity },
  }
}

function sumOf(amounts: readonly Amount[]): Amount {
  return amounts.reduce((sum, { inc, ex }) => ({ inc: sum.inc + inc, ex: sum.ex + ex }), { inc: 0, ex: 0 })
}
