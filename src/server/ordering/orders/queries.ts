import type { OrderStatus } from '../../../domain/orders/order-status.ts'
import { orderColumns, orderLineColumns } from '../../platform/db/columns.ts'
import type { DatabaseTransaction, NewRow, Queryable } from '../../platform/db/tables.ts'

const over: OrderStatus[] = ['failed', 'expired', 'cancelled']

/** Returns the order of a checkout that has not failed, expired or been cancelled. */
export async function liveOrderOf(db: Queryable, checkoutId: string) {
  return db
    .selectFrom('orders')
    .select(orderColumns)
    .where('checkout_id', '=', checkoutId)
    .where('status', 'not in', over)
    .executeTakeFirst()
}
export type OrderRow = NonNullable<Awaited<ReturnType<typeof liveOrderOf>>>

/** Whether its checkout may be ordered again. */
export function isOver({ status }: Pick<OrderRow, 'status'>): boolean {
  return over.includes(status)
}

/** Builds the query for the id only; most checkouts have no order yet, so the full row is rarely needed. */
export function liveOrderId(db: Queryable, checkoutId: string) {
  return db.selectFrom('orders').select('id').where('checkout_id', '=', checkoutId).where('status', 'not in', over)
}

export async function latestOrderOf(db: Queryable, checkoutId: string) {
  return db
    .selectFrom('orders')
    .select(orderColumns)
    .where('checkout_id', '=', checkoutId)
    .orderBy('seq', 'desc')
    .executeTakeFirst()
}

export async function orderById(db: Queryable, id: string) {
  return db.selectFrom('orders').select(orderColumns).where('id', '=', id).executeTakeFirst()
}

export async function orderByNumber(db: Queryable, number: string) {
  return db.selectFrom('orders').select(orderColumns).where('number', '=', number).executeTakeFirst()
}

export async function orderLineRows(db: Queryable, orderId: string) {
  return db
    .selectFrom('order_lines')
    .select(orderLineColumns)
    .where('order_id', '=', orderId)
    .orderBy('position')
    .execute()
}

export async function orderEventRows(db: Queryable, orderId: string) {
  return db.selectFrom('order_events').selectAll().where('order_id', '=', orderId).orderBy('seq').execute()
}

export type OrderEventRow = Awaited<ReturnType<typeof orderEventRows>>[number]

/** Changes the status if it still is `from`; returns false otherwise. */
export async function moveOrder(
  trx: DatabaseTransaction,
  id: string,
  from: OrderStatus,
  to: OrderStatus,
  at: string,
): Promise<boolean> {
  const result = await trx
    .updateTable('orders')
    .set({ status: to, updated_at: at })
    .where('id', '=', id)
    .where('status', '=', from)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

export async function insertOrderEvent(trx: DatabaseTransaction, event: NewRow<'order_events'>): Promise<void> {
  await eventToInsert(trx, event).execute()
}

function eventToInsert(trx: DatabaseTransaction, event: NewRow<'order_events'>) {
  return trx.insertInto('order_events').values(event)
}

export async function heldReservations(db: Queryable, orderId: string) {
  return db
    .selectFrom('stock_reservations')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('status', '=', 'held')
    .orderBy('product_id')
    .execute()
}

/** Releases a stock reservation, so that others can buy the units. Does nothing if it is no longer held. */
export async function releaseReservation(
  trx: DatabaseTransaction,
  reservation: { id: string; product_id: string; quantity: number },
): Promise<void> {
  const result = await trx
    .updateTable('stock_reservations')
    .set({ status: 'released' })
    .where('id', '=', reservation.id)
    .where('status', '=', 'held')
    .executeTakeFirst()
  if (result.numUpdatedRows !== 1n) return
  await trx
    .updateTable('stock')
    .set((row) => ({ reserved: row('reserved', '-', reservation.quantity) }))
    .where('product_id', '=', reservation.product_id)
    .execute()
}

/** Removes the expiry of an order's reservations: a paid order keeps its units until they are shipped. */
export function reservationsToKeep(trx: DatabaseTransaction, orderId: string) {
  return trx
    .updateTable('stock_reservations')
    .set({ expires_at: null })
    .where('order_id', '=', orderId)
    .where('status', '=', 'held')
}

/** Writes how an order is delivered, as JSON of `deliveryJson`. */
export async function writeDelivery(trx: DatabaseTransaction, orderId: string, delivery: string): Promise<void> {
  await trx.updateTable('orders').set({ delivery }).where('id', '=', orderId).execute()
}

/** Lists the ids of unpaid orders whose payment was started before a moment. */
export async function overdueOrders(db: Queryable, startedBefore: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('orders as o')
    .innerJoin('payment_attempts as a', 'a.order_id', 'o.id')
    .select('o.id')
    .distinct()
    .where('o.status', '=', 'pending_payment')
    .where('a.status', '=', 'started')
    .where('a.created_at', '<', startedBefore)
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}

/** Lists the ids of orders with a payment page for a change of them that was opened before a moment. */
export async function overdueDifferences(db: Queryable, startedBefore: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('payment_attempts')
    .select('order_id')
    .where('status', '=', 'started')
    .where('is_difference', '=', 1)
    .where('created_at', '<', startedBefore)
    .limit(limit)
    .execute()
  return rows.map((row) => row.order_id)
}
