import { sql } from 'kysely'
import type { DatabaseTransaction, Queryable } from '../../platform/db/tables.ts'

export async function couponRows(db: Queryable, codes: readonly string[]) {
  return db.selectFrom('coupons').selectAll().where('code', 'in', codes).orderBy('code').execute()
}
export type CouponRow = Awaited<ReturnType<typeof couponRows>>[number]

/** Counts one more use of a coupon; returns false when its limit is reached. */
export async function redeemCoupon(trx: DatabaseTransaction, code: string): Promise<boolean> {
  const result = await trx
    .updateTable('coupons')
    .set({ used: sql`used + 1` })
    .where('code', '=', code)
    .where((row) => row.or([row('usage_limit', 'is', null), row('used', '<', row.ref('usage_limit'))]))
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Releases one use of a coupon. */
export async function returnCoupon(trx: DatabaseTransaction, code: string): Promise<void> {
  await trx
    .updateTable('coupons')
    .set({ used: sql`used - 1` })
    .where('code', '=', code)
    .where('used', '>', 0)
    .execute()
}

/** Reads a customer's own discounts and those of the customer's organizations. */
export async function personalDiscountRows(db: Queryable, customerId: string) {
  const memberOf = db.selectFrom('organization_members').select('organization_id').where('customer_id', '=', customerId)
  return db
    .selectFrom('personal_discounts')
    .select(['discount_category', 'percent'])
    .where((row) => row.or([row('customer_id', '=', customerId), row('organization_id', 'in', memberOf)]))
    .execute()
}
