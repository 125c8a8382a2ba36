import type { OrderStatus } from '../../../domain/order-status.ts'
import type { DatabaseTransaction, NewRow } from '../../platform/db/tables.ts'
import { newId } from '../../platform/ids.ts'
import { insertOrderEvent, type OrderRow } from '../orders/queries.ts'

export type OrderNote = { actor: string; note: string; from?: OrderStatus }

/** Writes into an order's history, at its present status; `from` tells that the status has just changed. */
export async function noteOnOrder(
  trx: DatabaseTransaction,
  order: Pick<OrderRow, 'id' | 'status'>,
  note: OrderNote,
  now: Date,
): Promise<void> {
  await insertOrderEvent(trx, eventOf(order, note, now))
}

export function eventOf(
  { id, status }: Pick<OrderRow, 'id' | 'status'>,
  { actor, note, from = status }: OrderNote,
  now: Date,
): NewRow<'order_events'> {
  return {
    id: newId(now.getTime()),
    order_id: id,
    at: now.toISOString(),
    actor,
    from_status: from,
    to_status: status,
    note,
  }
}
