import type { OrderStatus } from '../../domain/orders/order-status.ts'
import type { ReturnStatus } from '../../domain/orders/returns.ts'
import type { Queryable } from '../platform/db/tables.ts'

type OrderFilter = {
  after: number
  status?: OrderStatus | undefined
  placed_from?: string | undefined
  placed_before?: string | undefined
}

/** Orders after a sequence number, the oldest first. */
export async function ordersAfter(db: Queryable, filter: OrderFilter, limit: number) {
  let query = db
    .selectFrom('orders')
    .select(['id', 'seq', 'number', 'status', 'hold', 'placed_at', 'updated_at', 'currency', 'total', 'country'])
    .where('seq', '>', filter.after)
  if (filter.status) query = query.where('status', '=', filter.status)
  if (filter.placed_from) query = query.where('placed_at', '>=', filter.placed_from)
  if (filter.placed_before) query = query.where('placed_at', '<', filter.placed_before)
  return query.orderBy('seq').limit(limit).execute()
}

type ReturnFilter = { after: string; status?: ReturnStatus | undefined }

/** Returns after an id, the oldest first: ids are sortable by time. */
export async function returnsAfter(db: Queryable, { after, status }: ReturnFilter, limit: number) {
  const all = db
    .selectFrom('returns as r')
    .innerJoin('orders as o', 'o.id', 'r.order_id')
    .select(['r.id', 'r.number', 'r.kind', 'r.status', 'r.requested_at', 'r.received_at', 'o.number as order_number'])
    .where('r.id', '>', after)
  return (status ? all.where('r.status', '=', status) : all).orderBy('r.id').limit(limit).execute()
}
