import type { SyncCart } from '../../contracts/sync-cart.ts'
import type { Operation } from '../http/endpoint.ts'
import { renewCart } from '../checkout/keep-cart.ts'
import { couponCodes } from '../discounts/load-coupons.ts'
import { priceLines } from './price-lines.ts'

/** POST /api/sync-cart (spec section 7): the lines as the shop prices them; a known checkout keeps what was synced. */
export const syncCart: Operation<typeof SyncCart> = async (shop, { body }, { locals, headers }) => {
  const lines = await priceLines(shop.db, locals.shopping, body.items, shop.now())
  headers.set('x-internal', '0')
  const { checkout_order_id: checkoutId } = body
  if (checkoutId) await renewCart(shop, locals.shopping, checkoutId, { items: body.items, coupons: couponCodes(body.coupons) })
  return lines
}
