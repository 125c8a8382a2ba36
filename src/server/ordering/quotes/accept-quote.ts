import { currencyByCode } from '../../../domain/money/currencies.ts'
import { defaultCurrency, locales } from '../../../domain/places/locales.ts'
import { quoteState } from '../../../domain/orders/quotes.ts'
import { keepCart } from '../cart/keep-cart.ts'
import type { Shop } from '../shop.ts'
import { claimCheckout, moveQuote, quoteLinesOf, quotesOf, type QuoteReader, type QuoteRow } from './queries.ts'

/** Reads a quote by number if the customer may see it; otherwise undefined. */
export async function quoteFor(
  shop: Pick<Shop, 'db'>,
  reader: QuoteReader,
  number: string,
): Promise<QuoteRow | undefined> {
  return quotesOf(shop.db, reader).where('number', '=', number).executeTakeFirst()
}

/**
 * Starts the checkout of a priced quote and returns its checkout id, always the same one. Null if this customer cannot
 * accept it now. Placing the order there accepts the quote (markQuoteOrdered).
 */
export async function acceptQuote(shop: Shop, { customerId }: QuoteReader, quote: QuoteRow): Promise<string | null> {
  if (quote.customer_id !== customerId || quoteState(quote, shop.now().toISOString()) !== 'priced') return null
  if (quote.checkout_id !== null) return quote.checkout_id
  const lines = await quoteLinesOf(shop.db, [quote.id])
  const context = {
    language: quote.language,
    currency: currencyByCode(quote.currency) ?? defaultCurrency(locales[quote.language]),
    country: quote.country,
  }
  const items = lines.map(({ sku, quantity }) => ({ sku, quantity }))
  const checkoutId = await keepCart(shop, context, {
    checkoutId: null,
    items,
    coupons: [],
    customerId,
    quoteId: quote.id,
  })
  return shop.db.transaction().execute((trx) => claimCheckout(trx, quote.id, checkoutId))
}

/** Withdraws the customer's own quote; returns false if that is no longer possible. */
export async function withdrawQuote(shop: Shop, { customerId }: QuoteReader, quote: QuoteRow): Promise<boolean> {
  if (quote.customer_id !== customerId) return false
  return shop.db
    .transaction()
    .execute((trx) =>
      moveQuote(trx, quote.id, ['requested', 'priced'], { status: 'withdrawn', decided_at: shop.now().toISOString() }),
    )
}
