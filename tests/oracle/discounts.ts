import { compared, written } from '../domain/exact.ts'

/** Spec sections 3 and 9 on discounts, coupon by coupon, without any maxima in between. */
export type OracleCoupon = {
  percentage_discount: number | null
  fixed_amount: number | null
  specific_groups: readonly string[]
  excluded_groups: readonly string[]
  specific_discount_categories: readonly string[]
  applied: boolean
}

export type OracleOrigin = {
  type: number
  group_id: string | null
  discount_category: string | null
  campaign: boolean
  cross_selling_product_id?: string | null | undefined
  upselling_bundle_id?: string | null | undefined
  added_by_coupon?: string | null | undefined
}

/** Section 3, product type GiftCard 4; decision 0010: no coupon or personal discount reduces a gift card. */
export function isMoney({ type }: Pick<OracleOrigin, 'type'>): boolean {
  return type === 4
}

/** Section 9: "Items from cross-selling, an upselling bundle, a coupon or a campaign get no extra group discount". */
export function getsNoDiscount(line: OracleOrigin): boolean {
  return isMoney(line) || line.campaign || isBound(line)
}

/** Section 4: a line added by cross-sell, bundle or coupon. */
export function isBound(line: Omit<OracleOrigin, 'type' | 'campaign' | 'group_id' | 'discount_category'>): boolean {
  return [line.cross_selling_product_id, line.upselling_bundle_id, line.added_by_coupon].some(
    (id) => id !== undefined && id !== null && id !== '',
  )
}

/**
 * Whether a coupon's percentage applies to a line: for groups, for all groups but some, for categories, or for
 * everything.
 */
function reaches(coupon: OracleCoupon, line: OracleOrigin): boolean {
  const { specific_groups: only, excluded_groups: not, specific_discount_categories: categories } = coupon
  const { group_id: group, discount_category: category } = line
  if (only.length === 0 && not.length === 0 && categories.length === 0) return true
  if (not.length > 0 && !(group !== null && not.includes(group))) return true
  return (group !== null && only.includes(group)) || (category !== null && categories.includes(category))
}

/**
 * Section 9: "the largest of: global, group-specific, excluded-group, category-specific and personal customer
 * discount".
 */
export function largestPercent(
  line: OracleOrigin,
  coupons: readonly OracleCoupon[],
  personal: Readonly<Record<string, number>> = {},
): number {
  if (getsNoDiscount(line)) return 0
  const own = Object.entries(personal)
    .filter(([category]) => category === line.discount_category)
    .map(([, percent]) => percent)
  const offered = coupons
    .filter((each) => each.applied && reaches(each, line))
    .map((each) => each.percentage_discount ?? 0)
  return [...own, ...offered].reduce((max, each) => (compared(written(each), written(max)) > 0 ? each : max), 0)
}
