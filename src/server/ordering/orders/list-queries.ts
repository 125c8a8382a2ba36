import type { OrderStatus } from '../../../domain/orders/order-status.ts'
import type { Queryable } from '../../platform/db/tables.ts'

export type OrderFilter = {
  status?: OrderStatus | undefined
  email?: string | undefined
  before?: number | undefined
  isHeld?: boolean
  limit: number
}

/** Lists orders for the operator, newest first. Pass the last `seq` as `before` to get the next page. */
export async function listOrders(db: Queryable, { status, email, before, isHeld = false, limit }: OrderFilter) {
  let all = db
    .selectFrom('orders')
    .select([
      'seq',
      'id',
      'number',
      'status',
      'placed_at',
      'email',
      'country',
      'total',
      'currency',
      'payment_method',
      'address',
      'hold',
    ])
  if (status) all = all.where('status', '=', status)
  if (email) all = all.where('email', '=', email)
  if (isHeld) all = all.where('hold', 'is not', null).where('status', 'not in', ['failed', 'expired', 'cancelled'])
  if (before) all = all.where('seq', '<', before)
  return all.orderBy('seq', 'desc').limit(limit).execute()
}

/**
 * The orders that are paid or in work. SQLite believes that each status has as many orders as any other, and would
 * read all orders; a query of their own reads those alone.
 */
export function unsentOrders(db: Queryable) {
  return db
    .selectFrom('orders as unsent')
    .select('unsent.seq')
    .where('unsent.status', 'in', ['confirmed', 'processing'])
}
