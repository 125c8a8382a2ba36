import { isComplaint } from '../../../domain/orders/returns.ts'
import type { DatabaseTransaction, Queryable } from '../../platform/db/tables.ts'
import { orderEvent } from '../orders/order-events.ts'
import { orderLineRows, type OrderRow } from '../orders/queries.ts'
import { countRefunded, returnLinesOfOrder, returnsOf, updateReturn } from '../orders/return-queries.ts'
import type { OrderAction } from '../orders/transition.ts'

type ReturnedLine = Awaited<ReturnType<typeof returnLinesOfOrder>>[number]

/** Reads return lines with received units that are not refunded yet. */
export async function unpaidReturns(db: Queryable, orderId: string): Promise<ReturnedLine[]> {
  return (await returnLinesOfOrder(db, orderId)).filter(({ received, refunded }) => received > refunded)
}

/** Counts the received units of a line that were returned by choice, not as a complaint, and are not refunded yet. */
export function unitsByChoice(lines: readonly ReturnedLine[], position: number): number {
  return lines
    .filter((line) => line.position === position && !isComplaint(line.reason))
    .reduce((sum, { received, refunded }) => sum + received - refunded, 0)
}

/**
 * Assigns an order's refunded units to its received returns, oldest first. A return becomes `refunded` when all it
 * contained is refunded. Units that were cancelled before shipping belong to no return.
 */
export async function settleReturns(
  trx: DatabaseTransaction,
  order: OrderRow,
  refundId: string | null,
  action: OrderAction,
): Promise<void> {
  const { id: orderId } = order
  const all = await returnLinesOfOrder(trx, orderId)
  for (const { position, refunded, cancelled } of await orderLineRows(trx, orderId)) {
    let left =
      refunded -
      cancelled -
      all.filter((line) => line.position === position).reduce((sum, line) => sum + line.refunded, 0)
    for (const line of all.filter((each) => each.position === position)) {
      const counted = Math.min(Math.max(0, left), line.received - line.refunded)
      if (counted > 0) await countRefunded(trx, line.return_id, position, counted)
      left -= counted
    }
  }
  await finishReturns(trx, order, refundId, action)
}

async function finishReturns(
  trx: DatabaseTransaction,
  order: OrderRow,
  refundId: string | null,
  { events, now }: OrderAction,
): Promise<void> {
  const open = new Set((await unpaidReturns(trx, order.id)).map(({ return_id: id }) => id))
  for (const { id, status } of await returnsOf(trx, order.id)) {
    if (status !== 'received' || open.has(id)) continue
    await updateReturn(trx, id, { status: 'refunded', refund_id: refundId })
    await events.emit(trx, orderEvent(trx, order, now, { type: 'return.refunded', returnId: id }))
  }
}
