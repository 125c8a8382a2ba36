import type { Shop } from '../../ordering/shop.ts'
import { audited } from '../../platform/audit/audit.ts'
import { couponRulesJson } from '../../platform/db/json-columns.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { hashSecret } from '../../platform/ids.ts'
import { lockCoupon } from '../../pricing/discounts/edit-queries.ts'
import { shownCode } from '../../pricing/discounts/load-coupons.ts'
import { couponRows, type CouponRow } from '../../pricing/discounts/queries.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'
import { recordChanged } from '../frame/record-changed.ts'
import { amountsOf } from './coupon-form.ts'

/** The coupon of the address; undefined where there is none. */
export async function requestedCoupon({ shop, request }: ConsoleContext): Promise<CouponRow | undefined> {
  const [row] = await couponRows(shop.db, [(request.params['code'] ?? '').slice(0, 140)])
  return row
}

/** The log names coupons by their stored code, which is no secret of shoppers. */
export const couponSubject = (code: string) => ({ kind: 'coupon', id: code, label: shownCode(code) })

/** Changes with what the form of a coupon holds; not with its uses. */
export function couponVersion(row: CouponRow): string {
  const { used: _used, stopped_at: _stopped, created_at: _created, ...written } = row
  return hashSecret(JSON.stringify(Object.entries(written).sort(([a], [b]) => (a < b ? -1 : 1)))).slice(0, 20)
}

/** What the audit log compares of a coupon. */
export const couponLog = (code: string) => async (trx: DatabaseTransaction) => {
  const [row] = await couponRows(trx, [code])
  return row ? logOfCoupon(row) : {}
}

export function logOfCoupon(row: CouponRow) {
  const { code: _code, used: _used, created_at: _created, fixed_amounts: _amounts, ...rest } = row
  return {
    ...rest,
    amounts: amountsOf(row),
    groups: couponRulesJson.read(row.groups),
    excluded_groups: couponRulesJson.read(row.excluded_groups),
    discount_categories: couponRulesJson.read(row.discount_categories),
  }
}

/** Does something with the coupon of the address, unless somebody changed it since `version`. */
export async function onCoupon(
  context: ConsoleContext,
  { operation, version }: { operation: string; version?: string },
  work: (shop: Shop, coupon: CouponRow) => Promise<unknown>,
): Promise<void> {
  const coupon = await requestedCoupon(context)
  if (!coupon) throw new ConsoleError('unknown')
  const { code } = coupon
  const guard = async (trx: DatabaseTransaction) => {
    const current = await lockCoupon(trx, code)
    if (!current) throw new ConsoleError('unknown')
    if (version !== undefined && couponVersion(current) !== version)
      throw await recordChanged(trx, { kind: 'coupon', id: code })
  }
  const action = { operation, subject: couponSubject(code), guard, fields: couponLog(code) }
  await audited(context.shop, context.session.actor, action, (shop) => work(shop, coupon))
}
