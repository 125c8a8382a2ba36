import { kindOf } from '../../platform/db/kind-of.ts'
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

/** Reads a coupon and keeps it from being changed or used by others until the transaction ends. */
export async function lockCoupon(trx: DatabaseTransaction, code: string): Promise<CouponRow | undefined> {
  const query = trx.selectFrom('coupons').selectAll().where('code', '=', code)
  return (kindOf(trx) === 'sqlite' ? query : query.forUpdate()).executeTakeFirst()
}

export async function updateCoupon(
  trx: DatabaseTransaction,
  code: string,
  columns: Omit<NewRow<'coupons'>, 'code' | 'used'>,
): Promise<void> {
  await trx.updateTable('coupons').set(columns).where('code', '=', code).execute()
}

/** Notes when a coupon was switched off, or that it is not. */
export async function setStopped(trx: DatabaseTransaction, code: string, at: string | null): Promise<void> {
  await trx.updateTable('coupons').set({ stopped_at: at }).where('code', '=', code).execute()
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
