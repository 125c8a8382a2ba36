import { sql, type Kysely } from 'kysely'
import type { DatabaseKind } from '../connect.ts'
import { index, orderedByKey, table } from './columns.ts'

/**
 * Adds what coupons can do besides taking off an amount: free delivery, an organization they are for, uses of each
 * person, and being switched off. Lists which orders used a coupon, as orders that were kept say.
 */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const columns = [
    'organization_id text',
    'person_limit integer',
    'free_delivery integer not null default 0',
    'stopped_at text',
    "created_at text not null default ''",
  ]
  for (const column of columns) await sql`alter table coupons add column ${sql.raw(column)}`.execute(db)
  await index(db, 'coupons_by_time', 'coupons', ['created_at', 'code'])
  await index(db, 'coupons_by_uses', 'coupons', ['used', 'code'])
  await index(db, 'coupons_by_customer', 'coupons', ['customer_id'])
  const uses = table(db, 'coupon_uses', { code: 'text', order_id: 'text', used_at: 'text', returned_at: 'text?' })
  await uses.addPrimaryKeyConstraint('coupon_uses_key', ['code', 'order_id']).modifyEnd(orderedByKey(kind)).execute()
  await index(db, 'coupon_uses_by_time', 'coupon_uses', ['code', 'used_at', 'order_id'])
  await index(db, 'coupon_uses_by_order', 'coupon_uses', ['order_id'])
  const codes =
    kind === 'sqlite'
      ? sql`json_each(orders.coupons) each_code`
      : sql`json_array_elements_text(orders.coupons::json) each_code(value)`
  await sql`insert into coupon_uses (code, order_id, used_at, returned_at)
    select distinct each_code.value, orders.id, orders.placed_at,
      case when orders.status in ('failed', 'expired', 'cancelled') then orders.updated_at end
    from orders, ${codes}
    where orders.coupons <> '[]'`.execute(db)
}
