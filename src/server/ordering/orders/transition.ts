import { canBecome, type OrderStatus } from '../../../domain/order-status.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import type { Shop } from '../shop.ts'
import { lockOrderRow } from './fulfilment-queries.ts'
import { OrderError } from './order-error.ts'
import { orderEvent, type EventOrder, type OrderEvents } from './order-events.ts'
import { historyEntry, type HistoryNote } from './order-history.ts'
import { insertOrderEvent, moveOrder, type OrderRow } from './queries.ts'

/** What changing an order needs of the shop; commands bring their own clock. */
export type OrderDesk = Pick<Shop, 'db' | 'now' | 'orderEvents'>
/** Who changes an order and when, and who is told. */
export type OrderAction = HistoryNote & { events: OrderEvents }
export type NewStatus = Exclude<OrderStatus, 'pending_payment'>

export function orderAction({ now, orderEvents }: Omit<OrderDesk, 'db'>, actor: string, note = ''): OrderAction {
  return { actor, now: now(), note, events: orderEvents }
}

/** The order as it is now, which nobody else can change until the transaction ends; throws OrderError order_unknown. */
export async function lockOrder(trx: DatabaseTransaction, id: string, now: Date): Promise<OrderRow> {
  const order = await lockOrderRow(trx, id, now.toISOString())
  if (!order) throw new OrderError('order_unknown', `There is no order ${id}.`)
  return order
}

/**
 * Gives an order another status, appends that to its history and emits `order.<status>`: the only way to do so. Returns
 * the order with its new status. Throws OrderError not_possible where the table (domain/order-status.ts) has no such
 * change, or where the order no longer has the status that it was read with.
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

/** The same for who may come too late, such as a payment: undefined where the order no longer has that status. */
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

export function notPossible({ number, status }: Pick<OrderRow, 'number' | 'status'>, to: string): OrderError {
  return new OrderError('not_possible', `Order ${number} is ${status} and cannot become ${to}.`)
}
