import { canBecome, type OrderStatus } from '../../../domain/orders/order-status.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import type { Shop } from '../shop.ts'
import { lockOrderRow } from './fulfilment-queries.ts'
import { OrderError } from './order-error.ts'
import { orderEvent, type EventOrder, type OrderEvents } from './order-events.ts'
import { historyEntry, type HistoryNote } from './order-history.ts'
import { insertOrderEvent, moveOrder, type OrderRow } from './queries.ts'

/** The services that an order change needs; commands pass their own clock. */
export type OrderServices = Pick<Shop, 'db' | 'now' | 'orderEvents'>
/** Who changes an order, when, and where events are sent. */
export type OrderAction = HistoryNote & { events: OrderEvents }
export type NewStatus = Exclude<OrderStatus, 'pending_payment'>

/** Who acts on an order, when, and the note for its history. */
export function orderAction({ now, orderEvents }: Omit<OrderServices, 'db'>, actor: string, note = ''): OrderAction {
  return { actor, now: now(), note, events: orderEvents }
}

/** Reads and locks an order until the transaction ends. Throws OrderError `order_unknown`. */
export async function lockOrder(trx: DatabaseTransaction, id: string, now: Date): Promise<OrderRow> {
  const order = await lockOrderRow(trx, id, now.toISOString())
  if (!order) throw new OrderError('order_unknown', `There is no order ${id}.`)
  return order
}

/**
 * Changes an order's status, appends the change to its history and emits `order.<status>`. All status changes go
 * through here. Returns the order with its new status. Throws OrderError `not_possible` if the status table
 * (domain/orders/order-status.ts) has no such change, or if the status has changed since the order was read.
 */
export async function transition<Order extends EventOrder>(
  trx: DatabaseTransaction,
  order: Order,
  to: NewStatus,
  action: OrderAction,
): Promise<Order> {
  const changed = await tryTransition(trx, order, to, action)
  if (!changed) throw notPossible(order, to)
  return changed
}

/**
 * Like `transition`, but returns undefined if the status has changed since the order was read, for example when a
 * payment arrives late.
 */
export async function tryTransition<Order extends EventOrder>(
  trx: DatabaseTransaction,
  order: Order,
  to: NewStatus,
  action: OrderAction,
): Promise<Order | undefined> {
  const { id, status: from } = order
  if (!canBecome(from, to)) throw notPossible(order, to)
  if (!(await moveOrder(trx, id, from, to, action.now.toISOString()))) return undefined
  await insertOrderEvent(trx, historyEntry(id, { from, to }, action))
  const changed = { ...order, status: to }
  await action.events.emit(trx, orderEvent(trx, changed, action.now, { type: `order.${to}` }))
  return changed
}

/** The error for a change that the status of an order does not allow. */
export function notPossible({ number, status }: Pick<OrderRow, 'number' | 'status'>, to: string): OrderError {
  return new OrderError('not_possible', `Order ${number} is ${status} and cannot become ${to}.`)
}
