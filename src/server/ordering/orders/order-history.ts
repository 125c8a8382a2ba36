import type { OrderStatus } from '../../../domain/orders/order-status.ts'
import type { DatabaseTransaction, NewRow } from '../../platform/db/tables.ts'
import { newId } from '../../platform/ids.ts'
import { insertOrderEvent, type OrderRow } from './queries.ts'

/** Who changed an order and when; the actor is `operator`, `shopper`, `shop` or `payment:<provider>`. */
export type HistoryNote = { actor: string; now: Date; note?: string }

/** Appends a note to an order's history without changing its status. */
export async function appendOrderEvent(
  trx: DatabaseTransaction,
  order: Pick<OrderRow, 'id' | 'status'>,
  note: HistoryNote,
): Promise<void> {
  await insertOrderEvent(trx, historyEntry(order.id, { from: order.status, to: order.status }, note))
}

/** Builds a row of an order's history. */
export function historyEntry(
  orderId: string,
  { from, to }: { from: OrderStatus; to: OrderStatus },
  { actor, now, note = '' }: HistoryNote,
): NewRow<'order_events'> {
  return {
    id: newId(now.getTime()),
    order_id: orderId,
    at: now.toISOString(),
    actor,
    from_status: from,
    to_status: to,
    note,
  }
}
