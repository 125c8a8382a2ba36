import type { SentLine } from '../../../contracts/calls/sync-cart.ts'
import { cartCookie, cartCookieDays, formatCookieCart, parseCookieCart } from '../../../domain/cart/cookie-cart.ts'
import { daySeconds } from '../../../domain/durations.ts'
import type { ShoppingContext } from '../../../domain/places/shopping-context.ts'
import { cookieCartOwner, writeCookieCartOwner } from '../../identity/sessions/cart-owner.ts'
import { ProblemError } from '../../platform/http/answers/problem.ts'
import type { CallContext } from '../../platform/http/calls/endpoint.ts'
import { liveOrderOf } from '../orders/queries.ts'
import type { Shop } from '../shop.ts'
import { cartContent } from './cart-content.ts'
import { cartRow } from './cart-row-queries.ts'
import { knownLines } from './line-limit.ts'
import { mayPay } from './order-buyer.ts'
import { saveBrowserCart, ownerId } from './saved-cart.ts'
import { storeCart } from './store-cart.ts'

type Cookies = CallContext['cookies']
/** A cart and its checkout, if one was started. */
export type StoredCart = {
  items: readonly SentLine[]
  coupons: readonly string[]
  checkoutId: string | null
  customerId?: string | null
  from?: string
}

const nothing: StoredCart = { items: [], coupons: [], checkoutId: null }

/**
 * Reads the cart of the cookie; empty if this visitor has ordered it. One that was ordered by somebody else, who had
 * its link, stays without that checkout.
 */
export async function readCookieCart(
  shop: Shop,
  cookies: Cookies,
  customerId: string | null = null,
): Promise<StoredCart> {
  const { db } = shop
  const { items, checkoutId } = parseCookieCart(cookies.get(cartCookie)?.value)
  if (checkoutId === null) return { ...nothing, items }
  const cart = await cartRow(db, checkoutId)
  if (!cart) return { ...nothing, items }
  const content = cartContent(cart)
  const kept = { items: items.length > 0 ? items : content.items, coupons: content.coupons, checkoutId }
  if (!(await liveOrderOf(db, checkoutId))) return kept
  return (await mayPay(shop, checkoutId, { customerId, cookies })) ? nothing : { ...kept, checkoutId: null }
}

/**
 * Stores the cart in the cookie. Lines that the cookie's format cannot hold are stored on the server under a checkout
 * id. The cart of a customer who signed in without script is saved to the account too.
 */
export async function writeCookieCart(
  shop: Shop,
  context: ShoppingContext,
  cookies: Cookies,
  cart: StoredCart,
): Promise<void> {
  const { items, isSaved } = await broughtLines(shop, cookies, cart)
  if (items.length === 0) return cookies.delete(cartCookie, { path: '/' })
  const fitting = items.every(fitsAtc)
    ? formatCookieCart({ items: [...items], checkoutId: cart.checkoutId, isSaved })
    : undefined
  const known = fitting === undefined ? await knownLines(shop.db, items) : items
  if (known.length === 0) return cookies.delete(cartCookie, { path: '/' })
  const value =
    fitting ??
    formatCookieCart({ items: [], checkoutId: await storeCart(shop, context, { ...cart, items: known }), isSaved }) ??
    ''
  cookies.set(cartCookie, value, {
    path: '/',
    sameSite: 'lax',
    maxAge: cartCookieDays * daySeconds,
    secure: shop.env.ORIGIN.startsWith('https:'),
  })
}

/**
 * Saves the cart to the customer's account and returns the merged lines (`isSaved`). Carts of guests, and carts that
 * script will take over, are returned unchanged.
 */
async function broughtLines(
  shop: Shop,
  cookies: Cookies,
  { items, customerId }: StoredCart,
): Promise<{ items: readonly SentLine[]; isSaved: boolean }> {
  const owner = cookieCartOwner(cookies)
  if (!customerId || owner === undefined || !['', customerId].includes(ownerId(owner))) return { items, isSaved: false }
  const brought = await saveBrowserCart(shop, customerId, { items, owner })
  writeCookieCartOwner(shop.env, cookies, brought.owner)
  return { items: brought.items, isSaved: true }
}

/**
 * Merges the browser's cart with the customer's saved cart after a login without script. Its checkout starts anew (spec
 * section 4, "Login by token").
 */
export async function mergeCookieCart(
  shop: Shop,
  context: ShoppingContext,
  cookies: Cookies,
  customerId: string,
): Promise<void> {
  const { items } = await readCookieCart(shop, cookies, customerId)
  try {
    writeCookieCartOwner(shop.env, cookies, '')
    await writeCookieCart(shop, context, cookies, { ...nothing, items, customerId })
  } catch (error) {
    // Above the limit of lines or new carts, both carts stay as they are, and the next change reports it.
    if (!(error instanceof ProblemError && ['too_many_lines', 'too_many_carts'].includes(error.code))) throw error
  }
}

/** Deletes the cookie if its cart became this order. */
export function deleteOrderedCookie(cookies: Cookies, checkoutId: string): void {
  if (parseCookieCart(cookies.get(cartCookie)?.value).checkoutId === checkoutId)
    cookies.delete(cartCookie, { path: '/' })
}

/** Tells whether the cookie's format can hold a line: it has SKUs and quantities, but no intervals or offers. */
function fitsAtc({ sku, subscription_interval: interval, upselling_bundle_id: bundle }: SentLine): boolean {
  return !interval && !bundle && !sku.includes(';')
}
