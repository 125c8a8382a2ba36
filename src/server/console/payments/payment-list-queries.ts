import type { ListQuery } from '../../../contracts/console/lists.ts'
import type { PaymentAttemptStatus } from '../../../domain/orders/payments.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { countRows, pageByKey } from '../lists/list-queries.ts'

/** One page of all payment attempts, by key. */
export async function paymentListRows(db: Queryable, query: ListQuery, limit: number) {
  const { isDescending, cursor } = query
  const selected = filtered(db, query).select([
    'a.id',
    'a.created_at',
    'a.provider',
    'a.status',
    'a.reason',
    'a.amount',
    'a.authorized',
    'a.captured',
    'a.refunded',
    'a.currency',
    'a.payment_reference',
    'o.number',
  ])
  return pageByKey(selected, { sort: 'a.created_at', id: 'a.id', isDescending, cursor, limit })
}

export async function countPayments(db: Queryable, query: ListQuery): Promise<number> {
  return countRows(db, filtered(db, query).select('a.id'))
}

function filtered(db: Queryable, { search, filters }: ListQuery) {
  const { status, provider, from, to } = filters
  let query = db.selectFrom('payment_attempts as a').innerJoin('orders as o', 'o.id', 'a.order_id')
  if (search !== '') query = query.where('a.id', 'in', paymentsMatching(db, search.replace(/^#/, '')))
  if (status) query = query.where('a.status', '=', status as PaymentAttemptStatus)
  if (provider) query = query.where('a.provider', '=', provider)
  if (from) query = query.where('a.created_at', '>=', from)
  if (to) query = query.where('a.created_at', '<', to)
  return query
}

/** The payments that a search names: by the order's number, their id, or the provider's id. */
function paymentsMatching(db: Queryable, text: string) {
  const byOrder = db
    .selectFrom('orders')
    .innerJoin('payment_attempts', 'payment_attempts.order_id', 'orders.id')
    .select('payment_attempts.id')
    .where('orders.number', '=', text)
  const byId = db.selectFrom('payment_attempts').select('id').where('id', '=', text)
  const byReference = db.selectFrom('payment_attempts').select('id').where('payment_reference', '=', text)
  return byOrder.union(byId).union(byReference)
}

/** The numbers of orders by their ids. */
export async function orderNumbers(db: Queryable, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('orders')
    .select(['id', 'number'])
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return new Map(rows.map(({ id, number }) => [id, number]))
}

/** What providers were asked for and did not do yet, the oldest first. */
export async function waitingEffects(db: Queryable, limit: number) {
  return db
    .selectFrom('outbox')
    .select(['kind', 'payload', 'created_at', 'run_at', 'attempts', 'last_error'])
    .where('done_at', 'is', null)
    .where('kind', 'in', ['payment.cancel', 'payment.capture', 'payment.refund'])
    .where('attempts', '>', 0)
    .orderBy('run_at')
    .limit(limit)
    .execute()
}

/** What a provider reported about a payment, oldest first. */
export async function eventsOfPayment(db: Queryable, attemptId: string) {
  return db
    .selectFrom('payment_events')
    .select(['event_id', 'kind', 'payload', 'received_at'])
    .where('attempt_id', '=', attemptId)
    .orderBy('received_at')
    .orderBy('event_id')
    .execute()
}
