import { sql } from 'kysely'
import type { OrderStatus } from '../../../domain/orders/order-status.ts'
import type { Queryable } from '../../platform/db/tables.ts'

const unsold: OrderStatus[] = ['pending_payment', 'failed', 'expired', 'cancelled']

/** How much of each kind waits for a person, each counted by an index. */
export async function countWaiting(db: Queryable) {
  const { rows } = await sql<Record<'to_pack' | 'held' | 'returns' | 'quotes' | 'refunds' | 'mails', number>>`select
    (select count(*) from orders where status in ('confirmed', 'processing') and hold is null) as to_pack,
    (select count(*) from orders where hold is not null and status in ('confirmed', 'processing')) as held,
    (select count(*) from returns where status in ('requested', 'partly_received')) as returns,
    (select count(*) from quotes where status = 'requested') as quotes,
    (select count(*) from refunds where status = 'failed') as refunds,
    (select count(*) from outbox where done_at is null and last_error is not null) as mails`.execute(db)
  return rows[0]
}

/** When, in which currency and for how much was sold since a moment. */
export async function salesSince(db: Queryable, since: string) {
  return db
    .selectFrom('orders')
    .select(['placed_at', 'currency', 'total'])
    .where('placed_at', '>=', since)
    .where('status', 'not in', unsold)
    .execute()
}

export async function bestSellersSince(db: Queryable, since: string, limit: number) {
  return db
    .selectFrom('order_lines as l')
    .innerJoin('orders as o', 'o.id', 'l.order_id')
    .select(['l.sku', (eb) => eb.fn.max('l.name').as('name'), (eb) => eb.fn.sum<number>('l.quantity').as('units')])
    .where('o.placed_at', '>=', since)
    .where('o.status', 'not in', unsold)
    .groupBy('l.sku')
    .orderBy('units', 'desc')
    .orderBy('l.sku')
    .limit(limit)
    .execute()
}

export async function frequentMisses(db: Queryable, since: string, limit: number) {
  return db
    .selectFrom('search_misses')
    .select(['query', 'language', 'misses'])
    .where('last_at', '>=', since)
    .orderBy('misses', 'desc')
    .orderBy('query')
    .limit(limit)
    .execute()
}
