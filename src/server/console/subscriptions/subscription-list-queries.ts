import type { ListQuery } from '../../../contracts/console/lists.ts'
import type { SubscriptionStatus } from '../../../domain/orders/subscriptions.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { countRows, pageByKey } from '../lists/list-queries.ts'

/** One page of all subscriptions, by key. */
export async function subscriptionListRows(db: Queryable, query: ListQuery, limit: number) {
  const { isDescending, cursor } = query
  const selected = filtered(db, query).select([
    's.id',
    's.created_at',
    's.next_at',
    's.status',
    's.name',
    's.sku',
    's.quantity',
    's.interval_days',
    's.email',
  ])
  const sort = query.sort === 'next' ? 's.next_at' : 's.created_at'
  return pageByKey(selected, { sort, id: 's.id', isDescending, cursor, limit })
}

export async function countSubscriptions(db: Queryable, query: ListQuery): Promise<number> {
  return countRows(db, filtered(db, query).select('s.id'))
}

/** Searched by the subscriber's address, the subscription's id, or an order that started it or that it placed. */
function filtered(db: Queryable, { search, filters }: ListQuery) {
  let query = db.selectFrom('subscriptions as s')
  if (search !== '') query = query.where('s.id', 'in', subscriptionsMatching(db, search.replace(/^#/, '')))
  if (filters['state']) query = query.where('s.status', '=', filters['state'] as SubscriptionStatus)
  if (filters['failed'] === 'yes')
    query = query.where('s.id', 'in', (eb) =>
      eb
        .selectFrom('subscription_renewals')
        .select('subscription_id')
        .where('status', '=', 'open')
        .where('tries', '>', 0),
    )
  return query
}

function subscriptionsMatching(db: Queryable, text: string) {
  const byId = db.selectFrom('subscriptions').select('id').where('id', '=', text)
  const byEmail = db.selectFrom('subscriptions').select('id').where('email', '=', text.toLowerCase())
  const byFirst = db
    .selectFrom('orders')
    .innerJoin('subscriptions', 'subscriptions.order_id', 'orders.id')
    .select('subscriptions.id')
    .where('orders.number', '=', text)
  const byRenewal = db
    .selectFrom('orders')
    .innerJoin('subscription_renewals', 'subscription_renewals.order_id', 'orders.id')
    .select('subscription_renewals.subscription_id as id')
    .where('orders.number', '=', text)
  return byId.union(byEmail).union(byFirst).union(byRenewal)
}

/** The newest due dates of a subscription, oldest first. */
export async function newestRenewals(db: Queryable, id: string, limit: number) {
  const rows = await db
    .selectFrom('subscription_renewals')
    .select(['due_at', 'status', 'tries', 'try_at', 'checkout_id'])
    .where('subscription_id', '=', id)
    .orderBy('due_at', 'desc')
    .limit(limit)
    .execute()
  return rows.toReversed()
}

/** What the checkouts of renewals ordered, and how each payment ended. */
export async function renewalOrders(db: Queryable, checkoutIds: readonly string[]) {
  return db
    .selectFrom('orders as o')
    .leftJoin('payment_attempts as a', 'a.order_id', 'o.id')
    .select(['o.checkout_id', 'o.number', 'o.status', 'a.reason'])
    .where('o.checkout_id', 'in', checkoutIds)
    .orderBy('o.seq')
    .orderBy('a.created_at')
    .execute()
}
