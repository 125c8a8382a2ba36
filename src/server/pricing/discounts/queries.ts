import { sql } from 'kysely'
import type { DatabaseTransaction, Queryable } from '../../platform/db/tables.ts'
import { mailboxOf } from '../../platform/http/mailbox.ts'

export async function couponRows(db: Queryable, codes: readonly string[]) {
  return db.selectFrom('coupons').selectAll().where('code', 'in', codes).orderBy('code').execute()
}
export type CouponRow = Awaited<ReturnType<typeof couponRows>>[number]

/** Whose use of a coupon counts: a customer's, and everybody's with the same mailbox. */
export type CouponPerson = { customerId: string | null; email: string }
type Use = { code: string; orderId: string; person: CouponPerson; at: string }

/**
 * Counts one more use of a coupon, by an order; returns false when its limit, or that of the person, is reached. The
 * coupon's row stays locked, so that of two orders at once the second counts the first.
 */
export async function redeemCoupon(trx: DatabaseTransaction, { code, orderId, person, at }: Use): Promise<boolean> {
  const result = await trx
    .updateTable('coupons')
    .set({ used: sql`used + 1` })
    .where('code', '=', code)
    .where((row) => row.or([row('usage_limit', 'is', null), row('used', '<', row.ref('usage_limit'))]))
    .executeTakeFirst()
  if (result.numUpdatedRows !== 1n) return false
  if (!(await hasPersonUsesLeft(trx, code, person))) return false
  await trx
    .insertInto('coupon_uses')
    .values({ code, order_id: orderId, used_at: at, returned_at: null })
    .onConflict((conflict) => conflict.columns(['code', 'order_id']).doUpdateSet({ used_at: at, returned_at: null }))
    .execute()
  return true
}

async function hasPersonUsesLeft(trx: DatabaseTransaction, code: string, person: CouponPerson): Promise<boolean> {
  const coupon = await trx.selectFrom('coupons').select('person_limit').where('code', '=', code).executeTakeFirst()
  if (!coupon || coupon.person_limit === null) return true
  return ((await usesOfPerson(trx, [code], person)).get(code) ?? 0) < coupon.person_limit
}

/** How many orders of a person use each of these coupons; cancelled and unpaid ones do not count. */
export async function usesOfPerson(
  db: Queryable,
  codes: readonly string[],
  { customerId, email }: CouponPerson,
): Promise<Map<string, number>> {
  if (customerId === null && email === '') return new Map()
  // By a list of orders, not a join: SQLite would begin with the uses of a code, which may be very many.
  const theirs = db
    .selectFrom('orders as o')
    .select('o.id')
    .where((row) =>
      row.or([
        ...(customerId === null ? [] : [row('o.customer_id', '=', customerId)]),
        ...(email === '' ? [] : [row('o.mailbox', '=', mailboxOf(email)), row('o.email', '=', email)]),
      ]),
    )
  const rows = await db
    .selectFrom('coupon_uses as u')
    .select(['u.code', (eb) => eb.fn.countAll().as('count')])
    .where('u.code', 'in', codes)
    .where('u.returned_at', 'is', null)
    .where('u.order_id', 'in', theirs)
    .groupBy('u.code')
    .execute()
  return new Map(rows.map(({ code, count }) => [code, Number(count)]))
}

/** The organizations that a customer belongs to. */
export async function organizationsOf(db: Queryable, customerId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('organization_members')
    .select('organization_id')
    .where('customer_id', '=', customerId)
    .execute()
  return rows.map((row) => row.organization_id)
}

/** Releases an order's use of a coupon. */
export async function returnCoupon(trx: DatabaseTransaction, code: string, orderId: string, at: string): Promise<void> {
  await trx
    .updateTable('coupon_uses')
    .set({ returned_at: at })
    .where('code', '=', code)
    .where('order_id', '=', orderId)
    .where('returned_at', 'is', null)
    .execute()
  await trx
    .updateTable('coupons')
    .set({ used: sql`used - 1` })
    .where('code', '=', code)
    .where('used', '>', 0)
    .execute()
}
