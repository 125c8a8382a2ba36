import type { Minor } from '../money/money.ts'
import { cartAmounts } from './cart-amounts.ts'
import type { CartLine } from './cart-lines.ts'
import { hasFreeDelivery, type Coupon } from './coupons.ts'
import type { PersonalDiscounts } from './discounts.ts'

/**
 * Codes of the applied coupons that reduce the price, add a gift or make a delivery free that would cost `delivery`; an
 * order uses up only these. Of two coupons with the same effect, the first counts.
 */
export function usedCodes(
  lines: readonly CartLine[],
  coupons: readonly Coupon[],
  personal: PersonalDiscounts,
  delivery: Minor = 0,
): string[] {
  const gifts = new Set(lines.map(({ added_by_coupon: code }) => code ?? ''))
  const costOf = (list: readonly Coupon[]) =>
    cartAmounts(lines, { coupons: list, personal }).total.inc + (hasFreeDelivery(list) ? 0 : delivery)
  let used = coupons.filter(({ applied }) => applied)
  const whole = costOf(used)
  for (const coupon of used.toReversed()) {
    const others = used.filter((each) => each !== coupon)
    if (!gifts.has(coupon.code) && costOf(others) === whole) used = others
  }
  return used.map(({ code }) => code)
}
