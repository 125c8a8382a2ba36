import type { SentLine } from '../../../contracts/sync-cart.ts'
import { cartCookie, cartCookieDays, formatCookieCart, parseCookieCart } from '../../../domain/cookie-cart.ts'
import type { ShoppingContext } from '../../../domain/shopping-context.ts'
import { cartContent } from './cart-content.ts'
import { keepCart } from './keep-cart.ts'
import { cartRow } from './cart-row-queries.ts'
import type { CallContext } from '../../platform/http/calls/endpoint.ts'
import { ProblemError } from '../../platform/http/answers/problem.ts'
import { liveOrderOf } from '../orders/queries.ts'
import type { Shop } from '../shop.ts'
import { cookieCartOwner, writeCookieCartOwner } from '../../identity/sessions/cart-owner.ts'
import { knownLines } from './line-limit.ts'
import { bringCart, ownerId } from './saved-cart.ts'

const DAY_S = 86_400

type Cookies = CallContext['cookies']
/** A cart and the checkout it was taken to, if it was. */
export type KeptCart = {
  items: readonly SentLine[]
  coupons: readonly string[]
  checkoutId: string | null
  customerId?: string | null
  from?: string
}

const nothing: KeptCart = { items: [], coupons: [], checkoutId: null }

/** The cart that the cookie stands for; one that became an order is empty. */
export async function readCookieCart({ db }: Shop, cookies: Cookies): Promise<KeptCart> {
  const { items, checkoutId } = parseCookieCart(cookies.get(cartCookie)?.value)
  if (checkoutId === null) return { ...nothing, items }
  const kept = await cartRow(db, checkoutId)
  if (!kept) return { ...nothing, items }
  if (await liveOrderOf(db, checkoutId)) return nothing
  const content = cartContent(kept)
  return { items: items.length > 0 ? items : content.items, coupons: content.coupons, checkoutId }
}

/**
 * Remembers the cart in the cookie; lines that a cookie cannot hold are kept on the server, under a checkout id. The
 * cart of a customer who has signed in without script is saved with it.
 */
export async function writeCookieCart(
  shop: Shop,
  context: ShoppingContext,
  cookies: Cookies,
  cart: KeptCart,
): Promise<void> {
  const items = await broughtLines(shop, cookies, cart)
  if (items.length === 0) return cookies.delete(cartCookie, { path: '/' })
  const fitting = items.every(fitsAtc)
    ? formatCookieCart({ items: [...items], checkoutId: cart.checkoutId })
    : undefined
  const known = fitting === undefined ? await knownLines(shop.db, items) : items
  if (known.length === 0) return cookies.delete(cartCookie, { path: '/' })
  const value =
    fitting ??
    formatCookieCart({ items: [], checkoutId: await keepCart(shop, context, { ...cart, items: known }) }) ??
    ''
  cookies.set(cartCookie, value, {
    path: '/',
    sameSite: 'lax',
    maxAge: cartCookieDays * DAY_S,
    secure: shop.env.ORIGIN.startsWith('https:'),
  })
}

/** A guest's cart, and one that waits for script to take it over, are not saved. */
async function broughtLines(
  shop: Shop,
  cookies: Cookies,
  { items, customerId }: KeptCart,
): Promise<readonly SentLine[]> {
  const owner = cookieCartOwner(cookies)
  if (!customerId || owner === undefined || !['', customerId].includes(ownerId(owner))) return items
  const brought = await bringCart(shop, customerId, { items, owner })
  writeCookieCartOwner(shop.env, cookies, brought.owner)
  return brought.items
}

/**
 * At a login without script: what the browser has and what the customer had saved become one cart. Its checkout is
 * begun anew (spec section 4, "Login by token").
 */
export async function mergeCookieCart(
  shop: Shop,
  context: ShoppingContext,
  cookies: Cookies,
  customerId: string,
): Promise<void> {
  const { items } = await readCookieCart(shop, cookies)
  try {
    writeCookieCartOwner(shop.env, cookies, '')
    await writeCookieCart(shop, context, cookies, { ...nothing, items, customerId })
  } catch (error) {
    // Too many lines together, or too many new carts: both carts stay, and the next change says so.
    if (!(error instanceof ProblemError && ['too_many_lines', 'too_many_carts'].includes(error.code))) throw error
  }
}

/** A cart that became this order is forgotten. */
export function forgetOrderedCookie(cookies: Cookies, checkoutId: string): void {
  if (parseCookieCart(cookies.get(cartCookie)?.value).checkoutId === checkoutId)
    cookies.delete(cartCookie, { path: '/' })
}

/** The format knows part numbers and quantities, no intervals and no offers. */
function fitsAtc({ sku, subscription_interval: interval, upselling_bundle_id: bundle }: SentLine): boolean {
  return !interval && !bundle && !sku.includes(';')
}
