import type { APIContext } from 'astro'
import { href } from '../../../routes.ts'
import { newPaymentToken, readMailToken } from '../../identity/login/mail-links.ts'
import { rememberOrder } from '../../identity/sessions/known-orders.ts'
import { latestOrderOf, type OrderRow } from '../orders/queries.ts'
import type { Shop } from '../shop.ts'

/** Creates a link for a mail to the buyer, by which the order is paid in every browser, and returns its address. */
export async function paymentLink(
  shop: Pick<Shop, 'db' | 'env' | 'now'>,
  order: Pick<OrderRow, 'id' | 'email' | 'language' | 'checkout_id'>,
): Promise<string> {
  const token = await newPaymentToken(shop, order)
  return shop.env.ORIGIN + href(order.language, 'checkout-id', { id: order.checkout_id }, { pay: token })
}

/**
 * Returns the order whose link of a mail to the buyer was opened, and marks the browser as the buyer's; undefined for
 * another link, and if its checkout was ordered again since. The mark holds for this request also where the browser
 * keeps no cookies.
 */
export async function acceptPaymentLink(
  shop: Pick<Shop, 'db' | 'env' | 'now'>,
  checkoutId: string,
  token: string,
  cookies: APIContext['cookies'],
): Promise<OrderRow | undefined> {
  const [link, order] = await Promise.all([readMailToken(shop, token, ['payment']), latestOrderOf(shop.db, checkoutId)])
  if (!link || link.subject !== order?.id) return undefined
  rememberOrder(shop, cookies, order)
  return order
}
