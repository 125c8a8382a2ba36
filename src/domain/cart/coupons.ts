import { z } from 'zod/mini'

/** A coupon as sent over the API (spec section 3). */
export const coupon = z.object({
  code: z.string(),
  percentage_discount: z.nullable(z.number().check(z.minimum(0), z.maximum(100))),
  fixed_amount: z.nullable(z.number().check(z.minimum(0), z.maximum(10_000_000))),
  specific_groups: z.array(z.string()),
  excluded_groups: z.array(z.string()),
  specific_discount_categories: z.array(z.string()),
  failed_minimum_spend: z.boolean(),
  applied: z.boolean(),
  /** The order's delivery costs nothing; only there for coupons that do this. */
  free_delivery: z.optional(z.boolean()),
})
export type Coupon = z.infer<typeof coupon>

/** The special code that carries a customer's fixed discount (spec section 3). */
export const customerDiscountCode = 'CUSTOMERDISCOUNT'

/** Tells whether one of these coupons makes the delivery free. */
export function hasFreeDelivery(coupons: readonly Pick<Coupon, 'applied' | 'free_delivery'>[]): boolean {
  return coupons.some(({ applied, free_delivery: isFree }) => applied && isFree === true)
}
