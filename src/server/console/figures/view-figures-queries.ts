import { sql } from 'kysely'
import type { Days } from '../../../contracts/console/figures.ts'
import type { OrderStatus } from '../../../domain/orders/order-status.ts'
import { kindOf } from '../../platform/db/kind-of.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import type { Span } from './sold-queries.ts'

const unsold: OrderStatus[] = ['pending_payment', 'failed', 'expired', 'cancelled']
/** A choice of a product is seen on the product's page. */
const seenAs = sql`coalesce(p.parent_id, p.id)`

/** Views of all products by day. */
export async function viewsByDay(db: Queryable, { from, to }: Days): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ day: string; views: number }>`select day, sum(views) as views from product_views
    where day >= ${from} and day <= ${to} group by day`.execute(db)
  return new Map(rows.map(({ day, views }) => [day, Number(views)]))
}

/** The products that were seen most, or these. */
export async function viewsByProduct(db: Queryable, { from, to }: Days, only: readonly string[] | null, limit: number) {
  const { rows } = await sql<{ product_id: string; sku: string; views: number }>`
    select v.product_id, p.sku, sum(v.views) as views
    from product_views v join products p on p.id = v.product_id
    where v.day >= ${from} and v.day <= ${to} ${only ? sql`and v.product_id in (${sql.join(only)})` : sql``}
    group by v.product_id, p.sku order by views desc, p.sku limit ${limit}`.execute(db)
  return rows.map((row) => ({ ...row, views: Number(row.views) }))
}

/** Checkouts that were begun with each of these products. */
export async function checkoutsWith(db: Queryable, { from, until }: Span, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, number>()
  const isEmbedded = kindOf(db) === 'sqlite'
  const lines = isEmbedded ? sql`json_each(c.lines)` : sql`jsonb_array_elements(c.lines::jsonb)`
  const sku = isEmbedded ? sql`json_extract(line.value, '$.sku')` : sql`line.value ->> 'sku'`
  const { rows } = await sql<{ product_id: string; carts: number }>`
    select ${seenAs} as product_id, count(distinct c.checkout_id) as carts
    from carts c cross join ${lines} as line join products p on p.sku = ${sku}
    where c.created_at >= ${from} and c.created_at < ${until} and ${seenAs} in (${sql.join(ids)})
    group by ${seenAs}`.execute(db)
  return new Map(rows.map((row) => [row.product_id, Number(row.carts)]))
}

/** Orders with each of these products, cancelled ones not included. */
export async function ordersWith(db: Queryable, { from, until }: Span, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, number>()
  const { rows } = await sql<{ product_id: string; orders: number }>`
    select ${seenAs} as product_id, count(distinct o.id) as orders
    from orders o join order_lines l on l.order_id = o.id join products p on p.id = l.product_id
    where o.placed_at >= ${from} and o.placed_at < ${until} and o.status not in (${sql.join(unsold)})
      and l.quantity > l.cancelled and ${seenAs} in (${sql.join(ids)})
    group by ${seenAs}`.execute(db)
  return new Map(rows.map((row) => [row.product_id, Number(row.orders)]))
}
