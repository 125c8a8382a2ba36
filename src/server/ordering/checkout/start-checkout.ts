import type { StartCheckout } from '../../../contracts/calls/start-checkout.ts'
import { href } from '../../../routes.ts'
import { membershipOf } from '../../identity/organizations/organization-queries.ts'
import { ProblemError } from '../../platform/http/answers/problem.ts'
import type { Operation } from '../../platform/http/calls/endpoint.ts'
import { networkOf, siteOf } from '../../platform/http/network.ts'
import { couponCodes } from '../../pricing/discounts/load-coupons.ts'
import { usableCodes } from '../cart/guarded-codes.ts'
import { checkLineCount } from '../cart/line-limit.ts'
import { mayPay } from '../cart/order-buyer.ts'
import { storeCart, storedCodes } from '../cart/store-cart.ts'
import type { Shop } from '../shop.ts'
import { hasOrderedTooMuch } from './order-limits.ts'

/**
 * POST /api/checkout: stores the cart for checkout. Throws 409 cart_empty, 429 too_many_orders above the order limit of
 * a network, and 429 too_many_carts above the limit of new carts.
 */
export const startCheckout: Operation<typeof StartCheckout, Shop> = async (shop, { body }, call) => {
  const { shopping, customerId, session } = call.locals
  checkLineCount(shop, customerId, body.items)
  if (!body.items.some((line) => line.quantity > 0)) throw new ProblemError(409, 'cart_empty')
  if (
    (await hasOrderedTooMuch(shop.db, shop.env, siteOf(networkOf(call.clientAddress)), shop.now())) &&
    !(await membershipOf(shop.db, customerId))
  ) {
    throw new ProblemError(429, 'too_many_orders', { headers: { 'Retry-After': '3600' } })
  }
  const stored = await storedCodes(shop, body.checkout_order_id)
  const { usable, unchecked } = body.keep_codes
    ? { usable: stored, unchecked: [] }
    : await usableCodes(shop, call, shopping, {
        items: body.items,
        codes: couponCodes(body.coupons),
        customerId,
        stored,
      })
  const checkoutId = await storeCart(shop, shopping, {
    checkoutId: body.checkout_order_id,
    items: body.items,
    customerId,
    campaignData: body.campaign_data,
    coupons: usable,
    from: call.clientAddress,
    mayPay: (id) => mayPay(shop, id, { customerId, session, cookies: call.cookies }),
  })
  const path = href(shopping.language, 'checkout-id', { id: checkoutId })
  return { checkout_id: checkoutId, path, ...(unchecked.length > 0 ? { unchecked_codes: unchecked } : {}) }
}
