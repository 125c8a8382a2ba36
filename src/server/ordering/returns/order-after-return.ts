import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { toRefund } from '../orders/line-units.ts'
import { appendOrderEvent } from '../orders/order-history.ts'
import { orderLineRows, type OrderRow } from '../orders/queries.ts'
import { returnLinesOfOrder, returnsOf } from '../orders/return-queries.ts'
import { transition, type OrderAction } from '../orders/transition.ts'
import { isAwaited } from './returnable.ts'

/**
 * Sets the order's status after a return was received or called off. Nothing changes while another return is open.
 * Otherwise the order becomes `returned` if the shopper keeps nothing, `refunded` if all of that is refunded, else
 * `delivered`.
 */
export async function orderAfterReturn(
  trx: DatabaseTransaction,
  order: OrderRow,
  action: OrderAction,
): Promise<OrderRow> {
  const isMore = (await returnsOf(trx, order.id)).some(({ status }) => isAwaited(status))
  if (order.status !== 'return_requested' || isMore) {
    await appendOrderEvent(trx, order, action)
    return order
  }
  if (!(await isAllBack(trx, order.id))) return transition(trx, order, 'delivered', action)
  const returned = await transition(trx, order, 'returned', action)
  const isPaidBack = (await orderLineRows(trx, order.id)).every((line) => toRefund(line) === 0)
  return isPaidBack ? transition(trx, returned, 'refunded', action) : returned
}

/** Tells whether every unit was returned, cancelled or refunded. */
async function isAllBack(trx: DatabaseTransaction, orderId: string): Promise<boolean> {
  const came = await returnLinesOfOrder(trx, orderId)
  return (await orderLineRows(trx, orderId)).every(({ position, quantity, cancelled, refunded }) => {
    const received = came.filter((line) => line.position === position).reduce((sum, line) => sum + line.received, 0)
    return Math.max(refunded, cancelled + received) >= quantity
  })
}
