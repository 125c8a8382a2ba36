import { sql } from 'kysely'
import type { Queryable } from '../../platform/db/tables.ts'

/**
 * Counts, per order, the units that were returned or cancelled, all units, and the refunded money in minor units,
 * without what is set off or pays an order that was sent in exchange.
 */
export async function unitsBack(db: Queryable, orderIds: readonly string[]) {
  const came = sql<number>`coalesce((select sum(l.received) from return_lines l
    inner join returns r on r.id = l.return_id where r.order_id = orders.id), 0)`
  const refunded = sql<number>`coalesce((select sum(r.amount - coalesce(r.set_off, 0) - coalesce(e.credit, 0))
    from order_refunds r left join order_exchanges e on e.refund_id = r.id
    where r.order_id = orders.id and r.number is not null), 0)`
  const rows = await db
    .selectFrom('orders')
    .innerJoin('order_lines as o', 'o.order_id', 'orders.id')
    .select((row) => [
      'orders.id',
      came.as('came'),
      refunded.as('refunded'),
      row.fn.sum<number>('o.quantity').as('of'),
      row.fn.sum<number>('o.cancelled').as('cancelled'),
    ])
    .where('orders.id', 'in', orderIds)
    .groupBy('orders.id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    units: Number(row.came) + Number(row.cancelled),
    of: Number(row.of),
    refunded: Number(row.refunded),
  }))
}
