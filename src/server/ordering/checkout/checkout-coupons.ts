import type { CheckoutPage } from '../../../contracts/customer-pages/checkout-page.ts'
import type { ShoppingContext } from '../../../domain/places/shopping-context.ts'
import { codesJson } from '../../platform/db/json-columns.ts'
import { couponCodes } from '../../pricing/discounts/load-coupons.ts'
import { cartContent } from '../cart/cart-content.ts'
import { updateCart, type CartRow } from '../cart/cart-row-queries.ts'
import { usableCodes, type Guesser } from '../cart/guarded-codes.ts'
import type { Shop } from '../shop.ts'

export type CouponAnswer = { cart: CartRow; refused: CheckoutPage['refusedCoupons'] }
type Posted = Record<'typed' | 'removed', string>

/**
 * Adds a typed code to the checkout's coupons, or removes one. Codes that this shopper cannot use are not kept. The
 * answer does not tell unknown, expired and other customers' codes apart; a code beyond the rate limit is refused as
 * `too_many`.
 */
export async function changeCoupons(
  shop: Shop,
  context: ShoppingContext,
  cart: CartRow,
  { typed, removed }: Posted,
  guesser: Guesser,
): Promise<CouponAnswer> {
  const content = cartContent(cart)
  const remaining = content.coupons.filter((code) => code !== removed)
  const { usable: found, unchecked } = await usableCodes(shop, guesser, context, {
    ...content,
    // Keyboards of phones add spaces, which no code has.
    codes: couponCodes([typed.replaceAll(/\s/g, '')]),
    stored: remaining,
  })
  const next = [...remaining.filter((code) => !found.includes(code)), ...found]
  await updateCart(shop.db, cart.checkout_id, { coupons: codesJson.write(next), updated_at: shop.now().toISOString() })
  const refused = typed !== '' && found.length === 0
  return {
    cart: { ...cart, coupons: codesJson.write(next) },
    refused: refused ? [{ code: typed.slice(0, 64), reason: unchecked.length > 0 ? 'too_many' : 'unknown' }] : [],
  }
}
