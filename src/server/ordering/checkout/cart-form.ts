import { maxLines, type SentLine } from '../../../contracts/calls/sync-cart.ts'
import type { CartForm, CartPage } from '../../../contracts/customer-pages/cart-page.ts'
import type { CheckoutScreen } from '../../../contracts/customer-pages/checkout-page.ts'
import { parseAtc } from '../../../domain/cart/atc.ts'
import { clampQuantity } from '../../../domain/cart/cart-lines.ts'
import type { ShoppingContext } from '../../../domain/places/shopping-context.ts'
import { href } from '../../../routes.ts'
import { ProblemError } from '../../platform/http/answers/problem.ts'
import { goTo, privatePage, type PageResult } from '../../platform/http/pages/page-result.ts'
import { newId } from '../../platform/ids.ts'
import { readCookieCart, writeCookieCart, type StoredCart } from '../cart/cookie-cart.ts'
import type { Visitor } from '../cart/guarded-codes.ts'
import { withKnownSpelling } from '../cart/known-spelling.ts'
import { withFits } from '../cart/line-fits.ts'
import { knownLines, maxCartLines } from '../cart/line-limit.ts'
import { mayPay } from '../cart/order-buyer.ts'
import { storeCart } from '../cart/store-cart.ts'
import type { Shop } from '../shop.ts'
import { priceCheckout } from './price-checkout.ts'

/** GET /{lang}/checkout: shows the cart of a browser without script, or the empty checkout if it has none. */
export async function showCart(
  shop: Shop,
  context: ShoppingContext,
  { cookies, customerId }: Visitor,
  { leftOut = 0, isLater = false } = {},
): Promise<PageResult<CheckoutScreen>> {
  const kept = await readCookieCart(shop, cookies, customerId)
  const items = kept.items.map((line) => ({ ...line, uuid: line.uuid ?? newId() }))
  const priced = await priceCheckout(shop, context, { items, coupons: [], customerId }, shop.now())
  const { lines, totals, leftToFree } = priced
  if (lines.length === 0) return privatePage({ kind: 'empty' })
  const keys = new Map(items.map((line) => [line.uuid, lineKey(line)]))
  const keyed = lines.map((line) => ({ ...line, key: keys.get(line.uuid) ?? lineKey(line) }))
  return privatePage({
    kind: 'cart',
    cart: {
      currency: context.currency.code,
      lines: await withFits(shop, customerId, keyed),
      items: totals.items,
      leftToFree,
      limit: limitOf(shop, customerId, lines.length, leftOut),
      isLater,
    },
  })
}

/** Returns the line limit to show if the cart is too long or lines were left out; else null. */
function limitOf(shop: Shop, customerId: string | null, count: number, leftOut: number): CartPage['limit'] {
  const max = maxCartLines(shop, customerId)
  return count > max || leftOut > 0
    ? { most: max, maxOfCustomers: maxCartLines(shop, 'customer'), leftOut, excess: Math.max(0, count - max) }
    : null
}

/**
 * POST /{lang}/checkout: adds the lines of an add-to-cart form, or changes quantities, removes a line or continues to
 * the checkout. Every answer is a redirect, so that a reload repeats nothing. Above the limit of new carts the cart
 * stays in the browser and its page says so.
 */
export async function postCart(
  shop: Shop,
  context: ShoppingContext,
  posted: CartForm,
  visitor: Visitor,
): Promise<PageResult<CheckoutScreen>> {
  const added = await withKnownSpelling(shop.db, addedLines(posted))
  const { remove: removed, action } = posted
  if (added.length === 0 && removed === undefined && action === undefined) return privatePage({ kind: 'empty' }, 422)
  const cart = await readCookieCart(shop, visitor.cookies, visitor.customerId)
  const kept = cart.items
    .map((line) => withPostedQuantity(line, posted))
    .filter((line) => line.quantity > 0 && lineKey(line) !== removed)
  const wanted = await knownLines(shop.db, withLines(kept, added))
  const max = maxCartLines(shop, visitor.customerId)
  const items = wanted.slice(0, Math.max(max, kept.length))
  const isGoing = action === 'checkout' && items.length > 0 && items.length <= max
  try {
    const checkoutPath = await storePosted(shop, context, { cart: { ...cart, items }, isGoing, visitor })
    const leftOut = wanted.length - items.length || null
    return goTo(checkoutPath ?? href(context.language, 'checkout-id', {}, { left_out: leftOut }))
  } catch (error) {
    if (!(error instanceof ProblemError && error.code === 'too_many_carts')) throw error
    return goTo(href(context.language, 'checkout-id', {}, { later: 1 }))
  }
}

type Posted = { cart: StoredCart; isGoing: boolean; visitor: Visitor }

/**
 * Stores the cart in the cookie. If the shopper continues to the checkout, also stores it on the server and returns the
 * checkout's path.
 */
async function storePosted(
  shop: Shop,
  context: ShoppingContext,
  { cart, isGoing, visitor }: Posted,
): Promise<string | undefined> {
  const { cookies, customerId, clientAddress: from } = visitor
  const checkoutId = isGoing
    ? await storeCart(shop, context, { ...cart, customerId, from, mayPay: (id) => mayPay(shop, id, visitor) })
    : cart.checkoutId
  await writeCookieCart(shop, context, cookies, { ...cart, checkoutId, customerId, from })
  return isGoing && checkoutId ? href(context.language, 'checkout-id', { id: checkoutId }) : undefined
}

/**
 * Reads the lines to add. A product page's form has separate fields for quantity and interval; a bundle's form names
 * the product that the first line is offered with.
 */
function addedLines(posted: CartForm): SentLine[] {
  const items: SentLine[] = parseAtc(posted.atc ?? '').slice(0, maxLines)
  const [only] = items
  const { bundle, interval } = posted
  if (bundle)
    return items.map((line, at) =>
      at === 0 ? line : { ...line, upselling_bundle_id: bundle, unique_bundle_id: newId() },
    )
  if (items.length !== 1 || !only) return items
  const quantity = posted.quantity === undefined ? only.quantity : clampQuantity(posted.quantity, 1)
  return [{ ...only, quantity, subscription_interval: interval ? { id: interval } : null }]
}

function withPostedQuantity(line: SentLine, posted: CartForm): SentLine {
  const typed = posted['quantity:'].get(lineKey(line))
  return typed === undefined ? line : { ...line, quantity: clampQuantity(typed) }
}

/** Adds lines to a cart. Lines with the same part, interval and bundle are merged by adding their quantities. */
export function withLines(lines: readonly SentLine[], added: readonly SentLine[]): SentLine[] {
  const merged = new Map(lines.map((line) => [lineKey(line), line]))
  for (const line of added) {
    const found = merged.get(lineKey(line))
    merged.set(lineKey(line), found ? { ...found, quantity: clampQuantity(found.quantity + line.quantity) } : line)
  }
  return [...merged.values()]
}

type Keyed = Pick<SentLine, 'sku' | 'subscription_interval' | 'upselling_bundle_id'>

function lineKey({ sku, subscription_interval: interval, upselling_bundle_id: bundle }: Keyed): string {
  return [sku, ...(interval ? [interval.id] : []), ...(bundle ? ['bundle', bundle] : [])].join(':')
}
