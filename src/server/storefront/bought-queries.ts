import { orderStatuses, wasConfirmed } from '../../domain/orders/order-status.ts'
import type { Queryable } from '../platform/db/tables.ts'
import { firstId } from '../platform/ids.ts'

const bought = orderStatuses.filter((status) => wasConfirmed(status) && status !== 'cancelled')

/** Orders that are looked at, the newest first. */
const maxOrders = 2_000

/** Reads the listed products of which most units were bought since a moment; a variant counts for its product. */
export async function mostBoughtIds(db: Queryable, since: Date, limit: number): Promise<string[]> {
  const rows = await db
    .with('recent', (each) =>
      each
        .selectFrom('orders')
        .select('id')
        .where('id', '>=', firstId(since.getTime()))
        .where('status', 'in', bought)
        .orderBy('id', 'desc')
        .limit(maxOrders),
    )
    .selectFrom('recent')
    .innerJoin('order_lines as l', 'l.order_id', 'recent.id')
    .innerJoin('products as sold', 'sold.id', 'l.product_id')
    .innerJoin('products as p', (join) =>
      join.on((row) => row('p.id', '=', row.fn.coalesce('sold.parent_id', 'sold.id'))),
    )
    .select('p.id')
    .where('p.parent_id', 'is', null)
    .where('p.status', '=', 'published')
    .groupBy('p.id')
    .orderBy((row) => row.fn.sum('l.quantity'), 'desc')
    .orderBy('p.id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}
