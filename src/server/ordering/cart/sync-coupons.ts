import type { SyncCoupons } from '../../../contracts/calls/sync-coupons.ts'
import { ProblemError } from '../../platform/http/answers/problem.ts'
import type { Operation } from '../../platform/http/calls/endpoint.ts'
import { couponCodes } from '../../pricing/discounts/load-coupons.ts'
import type { Shop } from '../shop.ts'
import { countMisses, isTrying } from './guarded-codes.ts'
import { checkLineCount } from './line-limit.ts'
import { priceCart } from './price-cart.ts'

/**
 * POST /api/sync-coupons (spec section 7): returns the codes that exist, and whether each applies to the cart. Throws
 * 429 too_many_codes.
 */
export const syncCoupons: Operation<typeof SyncCoupons, Shop> = async (shop, { body }, call) => {
  checkLineCount(shop, call.locals.customerId, body.cart_contents)
  const codes = couponCodes(body.coupons)
  if (await isTrying(shop, call, codes))
    throw new ProblemError(429, 'too_many_codes', { headers: { 'Retry-After': '600' } })
  const { shopping, customerId } = call.locals
  const { coupons } = await priceCart(
    shop.db,
    shopping,
    { items: body.cart_contents, coupons: codes, customerId },
    shop.now(),
  )
  await countMisses(shop, call, codes, coupons)
  return coupons
}
