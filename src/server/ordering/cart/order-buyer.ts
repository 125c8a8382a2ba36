import type { APIContext } from 'astro'
import { knownOrder } from '../../identity/sessions/known-orders.ts'
import { readSecretCookie } from '../../identity/sessions/session-cookies.ts'
import { hashSecret } from '../../platform/ids.ts'
import { isOver, type OrderRow } from '../orders/queries.ts'
import { visibleOrder } from '../orders/visible-order.ts'
import type { Shop } from '../shop.ts'
import { cartAndOrder, type CartRow } from './cart-row-queries.ts'
import type { Visitor } from './guarded-codes.ts'

type Cookies = APIContext['cookies']

/** Replaces the browser's hash for a cart whose link was mailed to the buyer. */
export const byMail = 'mail'

/** As `byMail`, for an order by telephone: the mailed link to pay it has a secret of its own. */
export const typedByPhone = 'phone'

/** Tells whether staff or the shop itself typed the form, and the link that they mailed shows it. */
export function isTypedForBuyer({ typed_by: typedBy }: CartRow): boolean {
  return typedBy === byMail || typedBy === typedByPhone
}

/** Tells whether this browser can see the stored form. A leaked checkout URL shows the cart but no personal data. */
export function hasTyped(env: Shop['env'], cookies: Cookies | undefined, cart: CartRow): boolean {
  const secret = cookies && readSecretCookie(env, cookies, 'checkout_browser')
  return isTypedForBuyer(cart) || (secret !== undefined && cart.typed_by === hashSecret(secret))
}

type Ordered = { order: OrderRow; cart: CartRow | undefined }
type Buyer = Partial<Pick<Visitor, 'customerId' | 'session'>> & { cookies: Cookies }

/**
 * Tells whether a visitor is the buyer of an order: who is signed in to it, the browser that typed the form or knows
 * the order, as one does that has opened a mailed link to pay it, or whoever has the mailed checkout of a renewal.
 */
export async function isBuyer(
  shop: Pick<Shop, 'db' | 'env'>,
  { order, cart }: Ordered,
  { customerId, session = null, cookies }: Buyer,
): Promise<boolean> {
  if (order.customer_id !== null && order.customer_id === customerId) return true
  if (knownOrder(shop, cookies, order)) return true
  // An order that is over has freed its checkout, in which somebody else may have typed since.
  if (cart && cart.typed_by !== typedByPhone && !isOver(order) && hasTyped(shop.env, cookies, cart)) return true
  return (await visibleOrder(shop, session, order.number)) !== undefined
}

/** Tells whether a visitor is the buyer of the order of a checkout, and pays it instead of ordering the same again. */
export async function mayPay(shop: Pick<Shop, 'db' | 'env'>, checkoutId: string, buyer: Buyer): Promise<boolean> {
  const { cart, order } = await cartAndOrder(shop.db, checkoutId)
  return order !== undefined && (await isBuyer(shop, { order, cart }, buyer))
}
