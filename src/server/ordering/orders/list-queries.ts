import { sql } from 'kysely'
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
 * Whether an order can be packed: paid or in work, and not on hold. It is the condition of the index `orders_to_pack`,
 * to the letter: values that are sent beside a prepared statement would keep both databases from using it.
 */
export const isToPack = sql<boolean>`(orders.status in ('confirmed', 'processing') and orders.hold is null)`
