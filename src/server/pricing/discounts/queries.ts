import { sql } from 'kysely'
import type { DatabaseTransaction, Queryable } from '../../platform/db/tables.ts'

export async function couponRows(db: Queryable, codes: readonly string[]) {
  return db.selectFrom('coupons').selectAll().where('code', 'in', codes).orderBy('code').execute()
}
export type CouponRow = Awaited<ReturnType<typeof couponRows>>[number]

/** Uses a coupon once more, unless its limit is reached; tells whether it could. */
export async function redeemCoupon(trx: DatabaseTransaction, code: string): Promise<boolean> {
  const result = await trx
    .updateTable('coupons')
    .set({ used: sql`used + 1` })
    .where('code', '=', code)
    .where((row) => row.or([row('usage_limit', 'is', null), row('used', '<', row.ref('usage_limit'))]))
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Gives back one use of a coupon. */
export async function returnCoupon(trx: DatabaseTransaction, code: string): Promise<void> {
  await trx
    .updateTable('coupons')
    .set({ used: sql`used - 1` })
    .where('code', '=', code)
    .where('used', '>', 0)
    .execute()
}

/** A customer's own percents and those of the organizations that the customer belongs to. */
export async function personalDiscountRows(db: Queryable, customerId: string) {
  const memberOf = db.selectFrom('organization_members').select('organization_id').where('customer_id', '=', customerId)
  return db
    .selectFrom('personal_discounts')
    .select(['discount_category', 'percent'])
    .where((row) => row.or([row('customer_id', '=', customerId), row('organization_id', 'in', memberOf)]))
    .execute()
}
