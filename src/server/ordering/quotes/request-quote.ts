import type { SentLine } from '../../../contracts/calls/sync-cart.ts'
import { cartAmounts } from '../../../domain/cart/cart-amounts.ts'
import { clampQuantity } from '../../../domain/cart/cart-lines.ts'
import { isGiftCard } from '../../../domain/cart/gift-cards.ts'
import { currencyByCode } from '../../../domain/money/currencies.ts'
import { lockCustomer } from '../../identity/customer-queries.ts'
import type { DatabaseTransaction, NewRow } from '../../platform/db/tables.ts'
import { isWithin } from '../../platform/http/limits/rate-limit.ts'
import { newId } from '../../platform/ids.ts'
import { addToOutbox } from '../../platform/outbox/queries.ts'
import { personalDiscounts } from '../../pricing/discounts/personal-discounts.ts'
import { cartContent } from '../cart/cart-content.ts'
import { cartRow, type CartRow } from '../cart/cart-row-queries.ts'
import { inQuantity, priceLines } from '../cart/price-lines.ts'
import { nextInSeries } from '../documents/document-queries.ts'
import { liveOrderOf } from '../orders/queries.ts'
import type { Shop } from '../shop.ts'
import { insertQuote, openQuotes, type QuoteReader } from './queries.ts'

/** Unanswered requests that one customer can have at once. */
const maxRequested = 10
const maxMessageLength = 2_000

export type QuoteRequest = { reader: QuoteReader; checkoutId: string; message: string }
export type QuoteRequestResult = { kind: 'asked'; number: string } | { kind: 'empty' | 'too_many' | 'too_often' }

/**
 * Requests a quote for the customer's own checkout, with its quantities. The cart is not changed. `empty` if the
 * checkout has no lines, is ordered, or belongs to somebody else; `too_often` after as many requests a day as a
 * customer can make by the form for requests.
 */
export async function requestQuote(
  shop: Shop,
  { reader, checkoutId, message }: QuoteRequest,
): Promise<QuoteRequestResult> {
  const cart = await cartRow(shop.db, checkoutId)
  if (
    !cart ||
    cart.customer_id !== reader.customerId ||
    cart.quote_id !== null ||
    (await liveOrderOf(shop.db, checkoutId))
  )
    return { kind: 'empty' }
  const lines = await linesOf(shop, cart)
  if (lines.length === 0) return { kind: 'empty' }
  if (!(await isWithin(shop.limits.requestsByCustomer, reader.customerId))) return { kind: 'too_often' }
  const now = shop.now()
  return shop.db.transaction().execute(async (trx) => {
    if (!(await lockCustomer(trx, reader.customerId))) return { kind: 'empty' }
    if ((await openQuotes(trx, reader.customerId, ['requested'])) >= maxRequested) return { kind: 'too_many' }
    return { kind: 'asked', number: await saveQuote(trx, { reader, cart, lines, message }, now) }
  })
}

type Lines = Awaited<ReturnType<typeof linesOf>>
type Saved = Pick<QuoteRequest, 'reader' | 'message'> & { cart: CartRow; lines: Lines }

/** Inserts the request, queues the mail to the operator and returns the quote's number. */
async function saveQuote(
  trx: DatabaseTransaction,
  { reader, cart, lines, message }: Saved,
  now: Date,
): Promise<string> {
  const id = newId(now.getTime())
  const number = `Q${await nextInSeries(trx, 'Q', 100_001)}`
  await insertQuote(
    trx,
    {
      id,
      number,
      customer_id: reader.customerId,
      organization_id: reader.organization?.id ?? null,
      status: 'requested',
      language: cart.language,
      currency: cart.currency,
      country: cart.country,
      message: message.trim().slice(0, maxMessageLength),
      answer: '',
      valid_until: null,
      checkout_id: null,
      order_id: null,
      requested_at: now.toISOString(),
      answered_at: null,
      decided_at: null,
    },
    lines.map((line, at) => ({ ...line, quote_id: id, position: at + 1 })),
  )
  await addToOutbox(
    trx,
    { kind: 'mail.operator_quote', dedupeKey: `mail.operator_quote:${id}`, payload: { quoteId: id } },
    now,
  )
  return number
}

/**
 * Builds one line per product, with the customer's current price for the quantity; none for gift cards, which cost what
 * they are worth.
 */
async function linesOf(shop: Shop, cart: CartRow): Promise<Omit<NewRow<'quote_lines'>, 'quote_id' | 'position'>[]> {
  const currency = currencyByCode(cart.currency)
  if (!currency) return []
  const wanted = sumBySku(cartContent(cart).items)
  const priced = await priceLines(
    shop.db,
    {
      language: cart.language,
      currency,
      country: cart.country,
      home: shop.settings.all.home,
      buyer: cart.customer_id,
    },
    wanted,
    shop.now(),
  )
  const requested = priced
    .filter((line) => !isGiftCard(line))
    .map((line) => {
      const quantity = clampQuantity(wanted.find(({ sku }) => sku === line.sku)?.quantity ?? line.quantity)
      return inQuantity(line, quantity)
    })
  const { lines } = cartAmounts(requested, { personal: await personalDiscounts(shop.db, cart.customer_id) })
  return requested.map(({ product_id, sku, name, quantity, vat_rate }, at) => ({
    product_id,
    sku,
    name,
    quantity,
    vat_rate,
    list_price: lines[at]?.unit.inc ?? 0,
    unit_price: null,
  }))
}

function sumBySku(items: readonly SentLine[]): SentLine[] {
  const quantities = new Map<string, number>()
  for (const { sku, quantity } of items) if (quantity > 0) quantities.set(sku, (quantities.get(sku) ?? 0) + quantity)
  return [...quantities].map(([sku, quantity]) => ({ sku, quantity }))
}
