import { canBecome, type OrderStatus } from '../../../domain/order-status.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import type { Shop } from '../../shop.ts'
import { lockOrderRow } from './fulfilment-queries.ts'
import { OrderError } from './order-error.ts'
import { orderEvent, type OrderAction } from './order-history.ts'
import { insertOrderEvent, moveOrder, type OrderRow } from './queries.ts'

/** What changing an order needs of the shop; commands bring their own clock. */
export type OrderDesk = Pick<Shop, 'db' | 'now'>
type Changing = Pick<OrderRow, 'id' | 'number' | 'status'>

/** The order as it is now, which nobody else can change until the transaction ends; throws OrderError order_unknown. */
export async function lockOrder(trx: DatabaseTransaction, id: string, now: Date): Promise<OrderRow> {
  const order = await lockOrderRow(trx, id, now.toISOString())
  if (!order) throw new OrderError('order_unknown', `There is no order ${id}.`)
  return order
}

/**
 * Gives an order another status and appends that to its history: the only way to do so. Gives the order with its new
 * status; throws OrderError not_possible where the table (domain/order-status.ts) has no such change, or where the
 * order no longer has the status that it was read with.
 */
export async function transition<Order extends Changing>(
  trx: DatabaseTransaction,
  order: Order,
  to: OrderStatus,
  action: OrderAction,
): Promise<Order> {
  const changed = await tryTransition(trx, order, to, action)
  if (!changed) throw notPossible(order, to)
  return changed
}

/** The same for who may come too late, such as a payment: undefined where the order no longer has that status. */
export async function tryTransition<Order extends Changing>(
  trx: DatabaseTransaction,
  order: Order,
  to: OrderStatus,
  action: OrderAction,
): Promise<Order | undefined> {
  const { id, status: from } = order
  if (!canBecome(from, to)) throw notPossible(order, to)
  if (!(await moveOrder(trx, id, from, to, action.now.toISOString()))) return undefined
  await insertOrderEvent(trx, orderEvent(id, { from, to }, action))
  return { ...order, status: to }
}

export function notPossible({ number, status }: Pick<OrderRow, 'number' | 'status'>, to: string): OrderError {
  return new OrderError('not_possible', `Order ${number} is ${status} and cannot become ${to}.`)
}
