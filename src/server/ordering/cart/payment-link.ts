import type { APIContext } from 'astro'
import { href } from '../../../routes.ts'
import { newMailToken, readMailToken } from '../../identity/login/mail-links.ts'
import { rememberOrder } from '../../identity/sessions/known-orders.ts'
import { liveOrderOf, type OrderRow } from '../orders/queries.ts'
import type { Shop } from '../shop.ts'

/** Creates a link for a mail to the buyer, by which the order is paid in every browser, and returns its address. */
export async function paymentLink(
  shop: Pick<Shop, 'db' | 'env' | 'now'>,
  { id, language, checkout_id: checkoutId }: Pick<OrderRow, 'id' | 'language' | 'checkout_id'>,
): Promise<string> {
  const token = await newMailToken(shop, { purpose: 'payment', subject: id })
  return shop.env.ORIGIN + href(language, 'checkout-id', { id: checkoutId }, { pay: token })
}

/**
 * Marks the browser as the buyer's if it has opened the link of a mail to the buyer. The mark holds for this request
 * also where the browser keeps no cookies. What has become of the order since is for the checkout to say.
 */
export async function acceptPaymentLink(
  shop: Pick<Shop, 'db' | 'env' | 'now'>,
  checkoutId: string,
  token: string,
  cookies: APIContext['cookies'],
): Promise<void> {
  const [link, order] = await Promise.all([readMailToken(shop, token, ['payment']), liveOrderOf(shop.db, checkoutId)])
  if (link && order && link.subject === order.id) rememberOrder(shop, cookies, order)
}
