import { canBecome, type OrderStatus } from '../../../domain/order-status.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { newId } from '../../platform/ids.ts'
import type { Shop } from '../../shop.ts'
import { lockOrder } from './fulfilment-queries.ts'
import { OrderError } from './order-error.ts'
import { insertOrderEvent, moveOrder, type OrderRow } from './queries.ts'

/** What changing an order needs of the shop; commands bring their own clock. */
export type OrderDesk = Pick<Shop, 'db' | 'now'>
/** Who does something and when; the actor is `operator`, `shopper`, `shop` or `payment:<provider>`. */
export type Deed = { actor: string; now: Date; note?: string }

/** The order as it is now, which nobody else can change until the transaction ends. */
export async function orderInHand(trx: DatabaseTransaction, id: string, now: Date): Promise<OrderRow> {
  const order = await lockOrder(trx, id, now.toISOString())
  if (!order) throw new OrderError('order_unknown', `There is no order ${id}.`)
  return order
}

/** Changes the status as the table allows and writes it into the history; gives the order with its new status. */
export async function changeStatus(
  trx: DatabaseTransaction,
  order: OrderRow,
  to: OrderStatus,
  deed: Deed,
): Promise<OrderRow> {
  const isAllowed =
    canBecome(order.status, to) && (await moveOrder(trx, order.id, order.status, to, deed.now.toISOString()))
  if (!isAllowed) throw notPossible(order, to)
  await writeEvent(trx, order, to, deed)
  return { ...order, status: to }
}

/** Writes something that happened into the history without a new status. */
export async function noteOnOrder(trx: DatabaseTransaction, order: OrderRow, deed: Deed): Promise<void> {
  await writeEvent(trx, order, order.status, deed)
}

export function notPossible({ number, status }: Pick<OrderRow, 'number' | 'status'>, to: string): OrderError {
  return new OrderError('not_possible', `Order ${number} is ${status} and cannot become ${to}.`)
}

async function writeEvent(
  trx: DatabaseTransaction,
  order: OrderRow,
  to: OrderStatus,
  { actor, now, note = '' }: Deed,
): Promise<void> {
  await insertOrderEvent(trx, {
    id: newId(now.getTime()),
    order_id: order.id,
    at: now.toISOString(),
    actor,
    from_status: order.status,
    to_status: to,
    note,
  })
}
