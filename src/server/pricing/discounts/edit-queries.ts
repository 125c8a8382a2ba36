import type { DatabaseTransaction, NewRow, Queryable } from '../../platform/db/tables.ts'
import type { CouponRow } from './queries.ts'

export async function listCoupons(db: Queryable): Promise<CouponRow[]> {
  return db.selectFrom('coupons').selectAll().orderBy('code').execute()
}

/** Inserts a coupon; returns false when its code is taken. */
export async function insertCoupon(trx: DatabaseTransaction, coupon: NewRow<'coupons'>): Promise<boolean> {
  const result = await trx
    .insertInto('coupons')
    .values(coupon)
    .onConflict((conflict) => conflict.column('code').doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

export async function endCoupon(trx: DatabaseTransaction, code: string, at: string): Promise<void> {
  await trx
    .updateTable('coupons')
    .set({ ends_at: at })
    .where('code', '=', code)
    .where((row) => row.or([row('ends_at', 'is', null), row('ends_at', '>', at)]))
    .execute()
}

/** Returns the SKUs, group ids and discount categories in the lists that no product has. */
export async function unknownTargets(
  db: Queryable,
  { skus, groups, categories }: { skus: readonly string[]; groups: readonly string[]; categories: readonly string[] },
): Promise<string[]> {
  const known = new Set(
    [
      ...(skus.length > 0
        ? await db.selectFrom('products').select('sku as name').where('sku', 'in', skus).execute()
        : []),
      ...(groups.length > 0
        ? await db
            .selectFrom('products')
            .select('group_id as name')
            .distinct()
            .where('group_id', 'in', groups)
            .execute()
        : []),
      ...(categories.length > 0
        ? await db
            .selectFrom('products')
            .select('discount_category as name')
            .distinct()
            .where('discount_category', 'in', categories)
            .execute()
        : []),
    ].map(({ name }) => name),
  )
  return [...skus, ...groups, ...categories].filter((name) => !known.has(name))
}
