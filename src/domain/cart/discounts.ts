import { timesDivided, toMinor, type Minor } from '../money/money.ts'
import { isBound, type CartLine } from './cart-lines.ts'
import type { Coupon } from './coupons.ts'
import { isGiftCard } from './gift-cards.ts'

/** The largest discounts that coupons grant, by scope, in percent (spec section 3, "Discount state"). */
export type DiscountMaxima = {
  global: number
  groups: Record<string, number>
  excluded: { discount: number; groups: string[] }[]
  categories: Record<string, number>
}

/** A customer's discounts in percent, by discount category (spec section 3, "Auth user"). */
export type PersonalDiscounts = Readonly<Record<string, number>>

type Discountable = Pick<
  CartLine,
  | 'type'
  | 'group_id'
  | 'discount_category'
  | 'campaign'
  | 'cross_selling_product_id'
  | 'upselling_bundle_id'
  | 'added_by_coupon'
>

export const noDiscounts: DiscountMaxima = { global: 0, groups: {}, excluded: [], categories: {} }

/** Calculates the maxima of all applied coupons; also used when a coupon is removed (spec section 4). */
export function discountMaxima(coupons: readonly Coupon[]): DiscountMaxima {
  const maxima: DiscountMaxima = {
    global: 0,
    groups: Object.create(null) as Record<string, number>,
    excluded: [],
    categories: Object.create(null) as Record<string, number>,
  }
  for (const { applied, percentage_discount: percent, ...scope } of coupons) {
    if (!applied || !percent) continue
    raise(maxima.groups, scope.specific_groups, percent)
    raise(maxima.categories, scope.specific_discount_categories, percent)
    if (scope.excluded_groups.length > 0) maxima.excluded.push({ discount: percent, groups: scope.excluded_groups })
    else if (scope.specific_groups.length + scope.specific_discount_categories.length === 0) {
      maxima.global = Math.max(maxima.global, percent)
    }
  }
  return maxima
}

function raise(maxima: Record<string, number>, keys: readonly string[], percent: number): void {
  for (const key of keys) maxima[key] = Math.max(maxima[key] ?? 0, percent)
}

/**
 * The percent off one line: the largest of global, group, excluded-group, category and personal discount (spec section
 * 9). Cross-sell, bundle, coupon and campaign lines get none, nor do gift cards, because they are a means of payment.
 */
export function lineDiscount(line: Discountable, maxima: DiscountMaxima, personal: PersonalDiscounts = {}): number {
  if (isBound(line) || line.campaign || isGiftCard(line)) return 0
  const group = line.group_id
  const category = line.discount_category
  const excluded = maxima.excluded.map((rule) => (group && rule.groups.includes(group) ? 0 : rule.discount))
  return Math.max(
    maxima.global,
    percentOf(maxima.groups, group),
    percentOf(maxima.categories, category),
    percentOf(personal, category),
    ...excluded,
    0,
  )
}

function percentOf(record: PersonalDiscounts, key: string | null): number {
  return key !== null && Object.hasOwn(record, key) ? (record[key] ?? 0) : 0
}

/** A unit price less `percent`, rounded half up to minor units (spec section 9: computed prices have two decimals). */
export function discounted(unit: Minor, percent: number): Minor {
  return percent === 0 ? unit : timesDivided(unit, 10_000 - Math.round(percent * 100), 10_000)
}

/** Sums the fixed amounts of the applied coupons, at most the subtotal (minor units). */
export function fixedDiscount(coupons: readonly Coupon[], subtotal: Minor): Minor {
  const sum = coupons.reduce(
    (total, { applied, fixed_amount: amount }) => total + (applied && amount ? toMinor(amount) : 0),
    0,
  )
  return Math.min(Math.max(sum, 0), subtotal)
}
