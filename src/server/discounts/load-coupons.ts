import type { Coupon } from '../../domain/coupons.ts'
import type { CurrencyCode } from '../../domain/currencies.ts'
import { parseDiscountCode } from '../../domain/discount-codes.ts'
import { divideRounded, toMajor, type Minor } from '../../domain/money.ts'
import type { Queryable } from '../db/tables.ts'
import { couponRows, type CouponRow } from './queries.ts'

/** What a coupon is judged by; minimum spends are stored in SEK and exchanged at `perSekMicro` millionths. */
export type CouponSituation = { currency: CurrencyCode; perSekMicro: number; subtotal: Minor; customerId: string | null; now: Date }

/** Codes as they are stored, from text or objects; what is no code is left out. */
export function couponCodes(sent: readonly (string | { code: string })[] = []): string[] {
  const codes = sent.flatMap((each) => parseDiscountCode(typeof each === 'string' ? each : each.code) ?? [])
  return [...new Set(codes)]
}

/** The coupons that exist and may be used by this shopper now; the others are not returned (spec section 4). */
export async function loadCoupons(db: Queryable, codes: readonly string[], situation: CouponSituation): Promise<Coupon[]> {
  if (codes.length === 0) return []
  const rows = await couponRows(db, codes)
  return rows.filter((row) => usable(row, situation)).map((row) => wire(row, situation))
}

function usable(row: CouponRow, { now, customerId }: CouponSituation): boolean {
  const at = now.toISOString()
  if (row.starts_at !== null && row.starts_at > at) return false
  if (row.ends_at !== null && row.ends_at <= at) return false
  if (row.customer_id !== null && row.customer_id !== customerId) return false
  return row.usage_limit === null || row.used < row.usage_limit
}

function wire(row: CouponRow, { currency, perSekMicro, subtotal }: CouponSituation): Coupon {
  const fixed = amounts(row.fixed_amounts)[currency]
  const failed = subtotal < divideRounded(row.minimum_spend * perSekMicro, 1_000_000)
  return {
    code: row.code, percentage_discount: row.percentage, fixed_amount: fixed === undefined ? null : toMajor(fixed),
    specific_groups: list(row.groups), excluded_groups: list(row.excluded_groups),
    specific_discount_categories: list(row.discount_categories), failed_minimum_spend: failed,
    applied: !failed && (row.percentage !== null || fixed !== undefined),
  }
}

function amounts(json: string | null): Record<string, number> {
  return json ? JSON.parse(json) as Record<string, number> : {}
}

function list(json: string): string[] {
  return JSON.parse(json) as string[]
}
