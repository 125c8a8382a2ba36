import { currencyByCode } from '../../../domain/money/currencies.ts'
import { isQuoteOpen, quoteState } from '../../../domain/orders/quotes.ts'
import { defaultCurrency } from '../../../domain/places/locales.ts'
import { assignCart } from '../cart/cart-row-queries.ts'
import { storeCart } from '../cart/store-cart.ts'
import { liveOrderOf } from '../orders/queries.ts'
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
  return quote.checkout_id ?? startCheckout(shop, quote, customerId)
}

/** Tells whether the quote of a guest can be ordered by its link: while it is valid, until an order has been placed. */
export async function isOpenByLink({ db, now }: Pick<Shop, 'db' | 'now'>, quote: QuoteRow): Promise<boolean> {
  if (quote.customer_id !== null || !isQuoteOpen(quote, now().toISOString())) return false
  return quote.checkout_id === null || (await liveOrderOf(db, quote.checkout_id)) === undefined
}

/**
 * Starts the checkout of a guest's quote for the visitor who has its link, and returns its checkout id, always the same
 * one. What another visitor typed there is deleted. Null if it can no longer be ordered.
 */
export async function acceptByLink(shop: Shop, quote: QuoteRow, customerId: string | null): Promise<string | null> {
  if (!(await isOpenByLink(shop, quote))) return null
  const checkoutId = quote.checkout_id ?? (await startCheckout(shop, quote, customerId))
  if (checkoutId !== null) await assignCart(shop.db, checkoutId, customerId)
  return checkoutId
}

async function startCheckout(shop: Shop, quote: QuoteRow, customerId: string | null): Promise<string | null> {
  const lines = await quoteLinesOf(shop.db, [quote.id])
  const context = {
    language: quote.language,
    currency: currencyByCode(quote.currency) ?? defaultCurrency(shop.settings.locale(quote.language)),
    country: quote.country,
    home: shop.settings.all.home,
  }
  const items = lines.map(({ sku, quantity }) => ({ sku, quantity }))
  const checkoutId = await storeCart(shop, context, {
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
