import { latestOrderOf, type OrderRow } from '../../../../src/server/ordering/orders/queries.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { aForm, theBrowser } from '../checkout/buyer.ts'
import { openCheckout, sendCheckout, type CheckoutSeen } from '../checkout/visit-checkout.ts'

export function pageIn(answer: CheckoutSeen) {
  if (answer.kind !== 'page') throw new Error(`No page but ${answer.kind}.`)
  return answer.page
}

export const shown = async (shop: Shop, checkoutId: string, customerId: string | null = null) =>
  pageIn(await openCheckout(shop, 'sv', checkoutId, theBrowser(shop, customerId)))

/** Posts the form like a browser: the page's values with the shopper's changes. */
export async function post(
  shop: Shop,
  checkoutId: string,
  changes: Record<string, string> = {},
  customerId: string | null = null,
): Promise<CheckoutSeen> {
  const page = await shown(shop, checkoutId, customerId)
  const { delivery_method, service_point } = page.form
  const fields: Record<string, string> = {
    ...aForm(),
    delivery_method,
    service_point,
    action: 'place',
    seen: page.seen,
    ...changes,
  }
  return sendCheckout(shop, 'sv', checkoutId, fields, theBrowser(shop, customerId))
}

/** Chooses a delivery method, shows its price, and orders. */
export async function orderBy(shop: Shop, checkoutId: string, changes: Record<string, string>): Promise<OrderRow> {
  await post(shop, checkoutId, { ...changes, action: 'delivery' })
  const answer = await post(shop, checkoutId, changes)
  const order = await latestOrderOf(shop.db, checkoutId)
  if (!order) throw new Error(`No order but ${JSON.stringify(pageIn(answer).errors)}.`)
  return order
}
