import { customerDiscountCode } from '../../../domain/cart/coupons.ts'
import { parseDiscountCode } from '../../../domain/cart/discount-codes.ts'
import type { CurrencyCode } from '../../../domain/money/currencies.ts'
import type { Minor } from '../../../domain/money/money.ts'
import { couponRulesJson, fixedAmountsJson } from '../../platform/db/json-columns.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import type { Shop } from '../../platform/shop.ts'
import { CouponError } from './coupon-error.ts'
import { insertCoupon, lockCoupon, setStopped, unknownTargets, updateCoupon } from './edit-queries.ts'
import { storedKey } from './load-coupons.ts'
import { couponRows, type CouponRow } from './queries.ts'

export type CouponTerms = {
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
  isDeliveryFree?: boolean
  /** At most so many orders of each customer or e-mail address. */
  personLimit?: number | null
  /** Only this customer may use it, or the members of this organization. */
  customerId?: string | null
  organizationId?: string | null
}
export type NewCoupon = CouponTerms & { code: string }
type Services = Pick<Shop, 'db' | 'now'>

/**
 * Creates a coupon, valid at once: carts are priced again with every sync and order. A customer's own discount
 * (CUSTOMERDISCOUNT, spec section 3) is stored under a code with the customer's id. Throws CouponError.
 */
export async function createCoupon({ db, now }: Services, wanted: NewCoupon): Promise<CouponRow> {
  const code = parseDiscountCode(wanted.code)
  if (!code)
    throw new CouponError('coupon_code', `"${wanted.code}" is no code: at least three letters, digits or dashes.`)
  const isPersonal = code === customerDiscountCode
  if (isPersonal && (!wanted.customerId || wanted.percentage !== null || Object.keys(wanted.fixedAmounts).length === 0))
    throw new CouponError('coupon_personal', `${customerDiscountCode} takes an amount off for one customer.`)
  const key = isPersonal ? storedKey(code, wanted.customerId ?? null) : code
  await checkTerms(db, wanted)
  return db.transaction().execute(async (trx) => {
    const at = now().toISOString()
    const row: CouponRow = { code: key, ...columnsOf(wanted), used: 0, stopped_at: null, created_at: at }
    if (!(await insertCoupon(trx, row))) throw new CouponError('coupon_taken', `The code ${code} is taken.`)
    return row
  })
}

/** Changes what a coupon does from now on; orders that used it keep what they got. Throws CouponError. */
export async function changeCoupon({ db }: Pick<Services, 'db'>, code: string, wanted: CouponTerms): Promise<void> {
  await checkTerms(db, wanted)
  await db.transaction().execute(async (trx) => {
    const { used } = await lockedCoupon(trx, code)
    if (wanted.usageLimit !== null && wanted.usageLimit < used)
      throw new CouponError('coupon_limit', `The coupon ${code} has been used ${used} times.`, { used })
    await updateCoupon(trx, code, columnsOf(wanted))
  })
}

/** Ends a coupon now; orders that used it keep it. */
export async function disableCoupon({ db, now }: Services, code: string): Promise<CouponRow> {
  await db.transaction().execute(async (trx) => {
    const coupon = await lockedCoupon(trx, code)
    await setStopped(trx, code, coupon.stopped_at ?? now().toISOString())
  })
  return knownCoupon({ db }, code)
}

/** Lets a coupon that was ended be used again, within its days and limits. */
export async function enableCoupon({ db }: Pick<Services, 'db'>, code: string): Promise<CouponRow> {
  await db.transaction().execute(async (trx) => {
    await lockedCoupon(trx, code)
    await setStopped(trx, code, null)
  })
  return knownCoupon({ db }, code)
}

/** Reads a coupon by its code. Throws CouponError if there is none. */
export async function knownCoupon({ db }: Pick<Services, 'db'>, code: string): Promise<CouponRow> {
  const [row] = await couponRows(db, [code])
  if (!row) throw unknownCoupon(code)
  return row
}

async function lockedCoupon(trx: DatabaseTransaction, code: string): Promise<CouponRow> {
  const row = await lockCoupon(trx, code)
  if (!row) throw unknownCoupon(code)
  return row
}

const unknownCoupon = (code: string) => new CouponError('coupon_unknown', `There is no coupon ${code}.`)

async function checkTerms(db: Services['db'], wanted: CouponTerms): Promise<void> {
  const { percentage, fixedAmounts, addsSku, isDeliveryFree = false, startsAt, endsAt } = wanted
  const isEmpty = percentage === null && Object.keys(fixedAmounts).length === 0 && addsSku === null && !isDeliveryFree
  if (isEmpty)
    throw new CouponError(
      'coupon_empty',
      'A coupon takes off a percentage or an amount, adds an article or makes the delivery free.',
    )
  if (startsAt !== null && endsAt !== null && endsAt <= startsAt)
    throw new CouponError('coupon_period', 'A coupon ends after it begins.')
  const unknown = await unknownTargets(db, {
    skus: addsSku === null ? [] : [addsSku],
    groups: [...wanted.groups, ...wanted.excludedGroups],
    categories: wanted.discountCategories,
  })
  const names = unknown.map((name) => `"${name}"`).join(', ')
  if (unknown.length > 0) throw new CouponError('coupon_targets', `No product has ${names}.`, { names })
}

function columnsOf(wanted: CouponTerms): Omit<CouponRow, 'code' | 'used' | 'stopped_at' | 'created_at'> {
  const hasFixed = Object.keys(wanted.fixedAmounts).length > 0
  return {
    percentage: wanted.percentage,
    fixed_amounts: hasFixed ? fixedAmountsJson.write(wanted.fixedAmounts) : null,
    groups: couponRulesJson.write(wanted.groups),
    excluded_groups: couponRulesJson.write(wanted.excludedGroups),
    discount_categories: couponRulesJson.write(wanted.discountCategories),
    minimum_spend: wanted.minimumSpend,
    customer_id: wanted.customerId ?? null,
    organization_id: wanted.organizationId ?? null,
    starts_at: wanted.startsAt,
    ends_at: wanted.endsAt,
    usage_limit: wanted.usageLimit,
    person_limit: wanted.personLimit ?? null,
    adds_sku: wanted.addsSku,
    free_delivery: wanted.isDeliveryFree === true ? 1 : 0,
  }
}
