import type { Coupon } from '../../src/domain/cart/coupons.ts'

/** An applied coupon without any discount; tests pass in what they need. */
export function aCoupon(changes: Partial<Coupon> = {}): Coupon {
  return {
    code: 'TEN',
    percentage_discount: null,
    fixed_amount: null,
    specific_groups: [],
    excluded_groups: [],
    specific_discount_categories: [],
    failed_minimum_spend: false,
    applied: true,
    ...changes,
  }
}
