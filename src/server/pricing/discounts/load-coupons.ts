import { customerDiscountCode, type Coupon } from '../../../domain/cart/coupons.ts'
import { parseDiscountCode } from '../../../domain/cart/discount-codes.ts'
import type { Currency } from '../../../domain/money/currencies.ts'
import { timesDivided, toMajor, type Minor } from '../../../domain/money/money.ts'
import { couponRulesJson, fixedAmountsJson } from '../../platform/db/json-columns.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { couponRows, organizationsOf, usesOfPerson, type CouponRow } from './queries.ts'

/**
 * The data by which a coupon is evaluated; minimum spends are stored in the base currency and converted at
 * `perBaseMicro` millionths. `email` is the address of the order, '' where none is known.
 */
export type CouponSituation = {
  currency: Currency
  perBaseMicro: number
  subtotal: Minor
  customerId: string | null
  email: string
  now: Date
}

/** A coupon with its storage key, the SKU that it adds to the cart, and its minimum spend in the shopper's currency. */
export type LoadedCoupon = { coupon: Coupon; key: string; addsSku: string | null; minimum: Minor }

/** Reads codes from text or objects; skips invalid ones. */
export function couponCodes(sent: readonly (string | { code: string })[] = []): string[] {
  const codes = sent.flatMap((each) => parseDiscountCode(typeof each === 'string' ? each : each.code) ?? [])
  return [...new Set(codes)]
}

/** Loads the coupons that exist and that this shopper may use now; others are not returned (spec section 4). */
export async function loadCoupons(
  db: Queryable,
  codes: readonly string[],
  situation: CouponSituation,
): Promise<LoadedCoupon[]> {
  if (codes.length === 0) return []
  const rows = await couponRows(
    db,
    codes.map((code) => storedKey(code, situation.customerId)),
  )
  const found = rows.filter((row) => usable(row, situation))
  const isFor = await usablePeople(db, found, situation)
  return found.filter(isFor).map((row) => loaded(row, situation))
}

/**
 * Returns a code's storage key. CUSTOMERDISCOUNT differs per customer, so its key contains the customer's id (spec
 * section 3).
 */
export function storedKey(code: string, customerId: string | null): string {
  return code === customerDiscountCode ? `${code}:${customerId ?? ''}` : code
}

/** Returns the code to show for a storage key. */
export function shownCode(key: string): string {
  return key.split(':')[0] ?? key
}

/** Tells of which coupons this person is one that may use them, and has not used them often enough already. */
async function usablePeople(db: Queryable, rows: readonly CouponRow[], { customerId, email }: CouponSituation) {
  const isForOne = rows.some((row) => row.organization_id !== null)
  const organizations = isForOne && customerId !== null ? await organizationsOf(db, customerId) : []
  const limited = rows.filter((row) => row.person_limit !== null).map(({ code }) => code)
  const uses = limited.length > 0 ? await usesOfPerson(db, limited, { customerId, email }) : new Map<string, number>()
  return ({ code, organization_id: organization, person_limit: limit }: CouponRow): boolean =>
    (organization === null || organizations.includes(organization)) && (limit === null || (uses.get(code) ?? 0) < limit)
}

function usable(row: CouponRow, { now, customerId }: CouponSituation): boolean {
  const at = now.toISOString()
  if (row.stopped_at !== null && row.stopped_at <= at) return false
  if (row.starts_at !== null && row.starts_at > at) return false
  if (row.ends_at !== null && row.ends_at <= at) return false
  if (row.customer_id !== null && row.customer_id !== customerId) return false
  return row.usage_limit === null || row.used < row.usage_limit
}

function loaded(row: CouponRow, { currency, perBaseMicro, subtotal }: CouponSituation): LoadedCoupon {
  const fixed = fixedAmount(row, currency)
  const minimum = timesDivided(row.minimum_spend, perBaseMicro, 1_000_000)
  const failed = subtotal < minimum
  const coupon: Coupon = {
    code: shownCode(row.code),
    percentage_discount: row.percentage,
    fixed_amount: fixed === undefined ? null : toMajor(fixed),
    specific_groups: couponRulesJson.read(row.groups),
    excluded_groups: couponRulesJson.read(row.excluded_groups),
    specific_discount_categories: couponRulesJson.read(row.discount_categories),
    failed_minimum_spend: failed,
    applied:
      !failed && (row.percentage !== null || fixed !== undefined || row.adds_sku !== null || row.free_delivery === 1),
    ...(row.free_delivery === 1 && { free_delivery: true }),
  }
  return { coupon, key: row.code, addsSku: row.adds_sku, minimum }
}

/** Returns the coupon's amount in the shopper's currency, if it has one. */
function fixedAmount({ fixed_amounts: json }: CouponRow, currency: Currency): Minor | undefined {
  const amounts = json ? fixedAmountsJson.read(json) : {}
  return Object.hasOwn(amounts, currency.code) ? amounts[currency.code] : undefined
}
