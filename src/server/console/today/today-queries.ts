import { sql } from 'kysely'
import type { Waiting } from '../../../contracts/console/today.ts'
import type { OrderStatus } from '../../../domain/orders/order-status.ts'
import { awaitedStatuses } from '../../../domain/orders/returns.ts'
import { productType } from '../../../domain/products/products.ts'
import { isToPack } from '../../ordering/orders/list-queries.ts'
import type { Queryable } from '../../platform/db/tables.ts'

const unsold: OrderStatus[] = ['pending_payment', 'failed', 'expired', 'cancelled']

/**
 * How much of each kind waits for a person, each counted by an index: mails that failed since a moment, and invoices
 * whose last day was before one.
 */
export async function countWaiting(
  db: Queryable,
  { mailsSince, dueBefore }: { mailsSince: string; dueBefore: string },
) {
  const { rows } = await sql<Record<Waiting, number>>`select
    (select count(*) from orders where ${isToPack}) as to_pack,
    (select count(*) from orders where hold is not null and status in ('confirmed', 'processing')) as held,
    (select count(*) from returns where status in (${sql.join(awaitedStatuses)})) as returns,
    (select count(*) from returns where status = 'received' and refusal = '') as returns_here,
    (select count(*) from quotes where status = 'requested') as quotes,
    (select count(*) from part_requests where status = 'open') as requests,
    (select count(*) from refunds as r where r.status = 'failed' and not exists
      (select 1 from refunds as g where g.dedupe_key = 'again:' || r.id)) as refunds,
    (select count(*) from invoices where state = 'open' and due_at < ${dueBefore}) as overdue,
    (select count(*) from provider_disputes where status = 'open') as disputes,
    (select count(*) from outbox where last_error is not null and created_at >= ${mailsSince}
      and kind like 'mail.%') as mails,
    (select count(*) from feed_sources where failures > 0) as sources`.execute(db)
  return rows[0]
}

const soldUnits = sql<number>`sum(l.quantity - l.refunded)`

/** The goods that sold most units since a moment, without those that were cancelled or came back, as in the figures. */
export async function bestSellersSince(db: Queryable, since: string, limit: number) {
  return db
    .selectFrom('order_lines as l')
    .innerJoin('orders as o', 'o.id', 'l.order_id')
    .select(({ fn }) => ['l.sku', fn.max('l.name').as('name'), fn.max('l.product_id').as('product')])
    .select(soldUnits.as('units'))
    .where('o.placed_at', '>=', since)
    .where('o.status', 'not in', unsold)
    .where('l.type', '<>', productType.giftCard)
    .groupBy('l.sku')
    .having(soldUnits, '>', 0)
    .orderBy('units', 'desc')
    .orderBy('l.sku')
    .limit(limit)
    .execute()
}

/** The most frequent searches without hits since a moment that nobody has dealt with. */
export async function frequentMisses(db: Queryable, since: string, limit: number) {
  return db
    .selectFrom('search_misses')
    .select(['query', 'language', 'misses'])
    .where('last_at', '>=', since)
    .where('dismissed_at', 'is', null)
    .orderBy('misses', 'desc')
    .orderBy('query')
    .limit(limit)
    .execute()
}

/** The newest mails since a moment that were not sent. */
export async function failedMails(db: Queryable, since: string, limit: number) {
  return db
    .selectFrom('outbox')
    .select(['kind', 'created_at', 'last_error', 'done_at'])
    .where('last_error', 'is not', null)
    .where('created_at', '>=', since)
    .where('kind', 'like', 'mail.%')
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute()
}

/** The checkouts that were begun since a moment, and how many of them became orders. */
export async function checkoutsSince(db: Queryable, since: string): Promise<{ begun: number; ordered: number }> {
  const { rows } = await sql<{ begun: number; ordered: number }>`select
    (select count(*) from carts where created_at >= ${since}) as begun,
    (select count(*) from carts c join orders o on o.checkout_id = c.checkout_id
      where c.created_at >= ${since} and o.status not in ('pending_payment', 'failed', 'expired')) as ordered`.execute(
    db,
  )
  return { begun: Number(rows[0]?.begun ?? 0), ordered: Number(rows[0]?.ordered ?? 0) }
}
