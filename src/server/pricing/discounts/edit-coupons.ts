import { couponRulesJson, fixedAmountsJson } from '../../platform/db/json-columns.ts'
import type { CurrencyCode } from '../../../domain/money/currencies.ts'
import { parseDiscountCode } from '../../../domain/cart/discount-codes.ts'
import type { Minor } from '../../../domain/money/money.ts'
import type { Shop } from '../../platform/shop.ts'
import { endCoupon, insertCoupon, unknownTargets } from './edit-queries.ts'
import { couponRows, type CouponRow } from './queries.ts'

/** A coupon that cannot be created or changed; the message is a sentence for the operator. */
class CouponError extends Error {
  override readonly name = 'CouponError'
}

export type NewCoupon = {
  code: string
  percentage: number | null
  /** Minor units by currency; the coupon gives nothing in a missing currency. */
  fixedAmounts: Partial<Record<CurrencyCode, Minor>>
  groups: readonly string[]
  excludedGroups: readonly string[]
  discountCategories: readonly string[]
  /** In minor units of the base currency. */
  minimumSpend: Minor
  startsAt: string | null
  endsAt: string | null
  usageLimit: number | null
  addsSku: string | null
}
type Desk = Pick<Shop, 'db' | 'now'>

/** Creates a coupon, valid at once: carts are priced again with every sync and order. */
export async function createCoupon({ db }: Desk, wanted: NewCoupon): Promise<CouponRow> {
  const code = parseDiscountCode(wanted.code)
  if (!code) throw new CouponError(`"${wanted.code}" is no code: at least three letters, digits or dashes.`)
  const hasFixed = Object.keys(wanted.fixedAmounts).length > 0
  if (wanted.percentage === null && !hasFixed && wanted.addsSku === null)
    throw new CouponError('A coupon takes off a percentage or an amount, or adds an article.')
  if (wanted.startsAt !== null && wanted.endsAt !== null && wanted.endsAt <= wanted.startsAt)
    throw new CouponError('A coupon ends after it begins.')
  const unknown = await unknownTargets(db, {
    skus: wanted.addsSku === null ? [] : [wanted.addsSku],
    groups: [...wanted.groups, ...wanted.excludedGroups],
    categories: wanted.discountCategories,
  })
  if (unknown.length > 0) throw new CouponError(`No product has ${unknown.map((name) => `"${name}"`).join(', ')}.`)
  const row: CouponRow = {
    code,
    percentage: wanted.percentage,
    fixed_amounts: hasFixed ? fixedAmountsJson.write(wanted.fixedAmounts) : null,
    groups: couponRulesJson.write(wanted.groups),
    excluded_groups: couponRulesJson.write(wanted.excludedGroups),
    discount_categories: couponRulesJson.write(wanted.discountCategories),
    minimum_spend: wanted.minimumSpend,
    customer_id: null,
    starts_at: wanted.startsAt,
    ends_at: wanted.endsAt,
    usage_limit: wanted.usageLimit,
    used: 0,
    adds_sku: wanted.addsSku,
  }
  if (!(await db.transaction().execute((trx) => insertCoupon(trx, row))))
    throw new CouponError(`The code ${code} is taken.`)
  return row
}

/** Ends a coupon now; orders that used it keep it. */
export async function disableCoupon({ db, now }: Desk, code: string): Promise<CouponRow> {
  await knownCoupon({ db }, code)
  await db.transaction().execute((trx) => endCoupon(trx, code, now().toISOString()))
  return knownCoupon({ db }, code)
}

export async function knownCoupon({ db }: Pick<Desk, 'db'>, code: string): Promise<CouponRow> {
  const [row] = await couponRows(db, [code])
  if (!row) throw new CouponError(`There is no coupon ${code}.`)
  return row
}
