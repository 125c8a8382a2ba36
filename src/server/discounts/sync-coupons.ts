import type { SyncCoupons } from '../../contracts/sync-coupons.ts'
import { priceCheckout } from '../checkout/price-checkout.ts'
import type { Operation } from '../http/endpoint.ts'
import { couponCodes } from './load-coupons.ts'

/** POST /api/sync-coupons (spec section 7): the codes that exist, each applied or not by what is in the cart. */
export const syncCoupons: Operation<typeof SyncCoupons> = async (shop, { body }, { locals }) => {
  const cart = { items: body.cart_contents, coupons: couponCodes(body.coupons), customerId: null }
  return (await priceCheckout(shop.db, locals.shopping, cart, shop.now())).coupons
}
