import { couponRulesJson, fixedAmountsJson } from '../../platform/db/json-columns.ts'
import { customerDiscountCode, type Coupon } from '../../../domain/coupons.ts'
import type { Currency } from '../../../domain/currencies.ts'
import { parseDiscountCode } from '../../../domain/discount-codes.ts'
import { divideRounded, toMajor, type Minor } from '../../../domain/money.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { couponRows, type CouponRow } from './queries.ts'

/** What a coupon is judged by; minimum spends are stored in SEK and exchanged at `perSekMicro` millionths. */
export type CouponSituation = {
  currency: Currency
  perSekMicro: number
  subtotal: Minor
  customerId: string | null
  now: Date
}

/**
 * A coupon with the key it is stored under, the sku that it adds to the cart, and the spend it needs in the shopper's
 * currency.
 */
export type LoadedCoupon = { coupon: Coupon; key: string; addsSku: string | null; minimum: Minor }

/** Codes as they are written, from text or objects; what is no code is left out. */
export function couponCodes(sent: readonly (string | { code: string })[] = []): string[] {
  const codes = sent.flatMap((each) => parseDiscountCode(typeof each === 'string' ? each : each.code) ?? [])
  return [...new Set(codes)]
}

/** The coupons that exist and may be used by this shopper now; the others are not returned (spec section 4). */
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
  return rows.filter((row) => usable(row, situation)).map((row) => loaded(row, situation))
}

/** CUSTOMERDISCOUNT is a code of each customer's own, so it is stored with the customer (spec section 3). */
export function storedKey(code: string, customerId: string | null): string {
  return code === customerDiscountCode ? `${code}:${customerId ?? ''}` : code
}

/** The code that a stored key is shown as. */
export function shownCode(key: string): string {
  return key.split(':')[0] ?? key
}

function usable(row: CouponRow, { now, customerId }: CouponSituation): boolean {
  const at = now.toISOString()
  if (row.starts_at !== null && row.starts_at > at) return false
  if (row.ends_at !== null && row.ends_at <= at) return false
  if (row.customer_id !== null && row.customer_id !== customerId) return false
  return row.usage_limit === null || row.used < row.usage_limit
}

function loaded(row: CouponRow, { currency, perSekMicro, subtotal }: CouponSituation): LoadedCoupon {
  const fixed = fixedAmount(row, currency)
  const minimum = divideRounded(row.minimum_spend * perSekMicro, 1_000_000)
  const failed = subtotal < minimum
  const coupon: Coupon = {
    code: shownCode(row.code),
    percentage_discount: row.percentage,
    fixed_amount: fixed === undefined ? null : toMajor(fixed),
    specific_groups: couponRulesJson.read(row.groups),
    excluded_groups: couponRulesJson.read(row.excluded_groups),
    specific_discount_categories: couponRulesJson.read(row.discount_categories),
    failed_minimum_spend: failed,
    applied: !failed && (row.percentage !== null || fixed !== undefined || row.adds_sku !== null),
  }
  return { coupon, key: row.code, addsSku: row.adds_sku, minimum }
}

/** The amount in the shopper's currency, where the coupon has one. */
function fixedAmount({ fixed_amounts: json }: CouponRow, currency: Currency): Minor | undefined {
  const amounts = json ? fixedAmountsJson.read(json) : {}
  return Object.hasOwn(amounts, currency.code) ? amounts[currency.code] : undefined
}
