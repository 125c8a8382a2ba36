import type { CartPage } from '../../contracts/cart-page.ts'
import type { SentLine } from '../../contracts/sync-cart.ts'
import { parseAtc } from '../../domain/atc.ts'
import { clampQuantity } from '../../domain/cart-lines.ts'
import type { ShoppingContext } from '../../domain/shopping-context.ts'
import { href } from '../../routes.ts'
import { MOST_LINES, readCookieCart, writeCookieCart } from '../cart/cookie-cart.ts'
import type { Guesser } from '../discounts/guarded-codes.ts'
import type { Shop } from '../shop.ts'
import type { PostedFields } from './checkout-page.ts'
import { keepCart } from './keep-cart.ts'
import { priceCheckout } from './price-checkout.ts'

export type CartAnswer = { kind: 'cart'; page: CartPage } | { kind: 'go'; path: string } | { kind: 'unknown' } | { kind: 'unreadable' }
type Visitor = Guesser & { customerId: string | null }

/** GET /{lang}/checkout: the cart of a browser without script, if it has one. */
export async function showCart(shop: Shop, context: ShoppingContext, { cookies, customerId }: Visitor): Promise<CartAnswer> {
  const { items } = await readCookieCart(shop, cookies)
  const { lines, totals } = await priceCheckout(shop.db, context, { items, coupons: [], customerId }, shop.now())
  if (lines.length === 0) return { kind: 'unknown' }
  const keyed = lines.map((line) => ({ ...line, key: lineKey(line) }))
  return { kind: 'cart', page: { currency: context.currency.code, lines: keyed, items: totals.items } }
}

/**
 * POST /{lang}/checkout: adds what an add-to-cart form holds, or changes quantities, removes a line or goes on to the
 * checkout from the cart's page. Every answer is a redirect, so that a reload repeats nothing.
 */
export async function postCart(shop: Shop, context: ShoppingContext, posted: PostedFields, visitor: Visitor): Promise<CartAnswer> {
  const added = addedLines(posted)
  const [removed, action] = [posted('remove'), posted('action')]
  if (added.length === 0 && removed === undefined && action === undefined) return { kind: 'unreadable' }
  const cart = await readCookieCart(shop, visitor.cookies)
  const kept = cart.items.map((line) => withPostedQuantity(line, posted)).filter((line) => line.quantity > 0 && lineKey(line) !== removed)
  const items = added.reduce(withLine, kept).slice(0, Math.max(MOST_LINES, cart.items.length))
  const isGoing = action === 'checkout' && items.length > 0
  const { cookies, customerId } = visitor
  const checkoutId = isGoing ? await keepCart(shop, context, { ...cart, items, customerId }) : cart.checkoutId
  await writeCookieCart(shop, context, cookies, { ...cart, items, checkoutId, customerId })
  return { kind: 'go', path: href(context.language, 'checkout-id', isGoing && checkoutId ? { id: checkoutId } : {}) }
}

/** A product page's form has its own fields for how many and how often. */
function addedLines(posted: PostedFields): SentLine[] {
  const items: SentLine[] = parseAtc(posted('atc') ?? '').slice(0, MOST_LINES)
  const [only] = items
  if (items.length !== 1 || !only) return items
  const quantity = posted('quantity') === undefined ? only.quantity : clampQuantity(posted('quantity'), 1)
  const interval = posted('interval')
  return [{ ...only, quantity, subscription_interval: interval ? { id: interval.slice(0, 16) } : null }]
}

function withPostedQuantity(line: SentLine, posted: PostedFields): SentLine {
  const typed = posted(`quantity:${lineKey(line)}`)
  return typed === undefined ? line : { ...line, quantity: clampQuantity(typed) }
}

export function withLine(lines: readonly SentLine[], added: SentLine): SentLine[] {
  const at = lines.findIndex((line) => lineKey(line) === lineKey(added))
  const found = lines[at]
  return found ? lines.with(at, { ...found, quantity: clampQuantity(found.quantity + added.quantity) }) : [...lines, added]
}

function lineKey({ sku, subscription_interval: interval }: Pick<SentLine, 'sku' | 'subscription_interval'>): string {
  return interval ? `${sku}:${interval.id}` : sku
}
