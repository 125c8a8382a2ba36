import { paymentEventToInsert } from '../../payments/queries.ts'
import { batchQueries } from '../../platform/db/batch-queries.ts'
import type { DatabaseTransaction, NewRow } from '../../platform/db/tables.ts'
import { termsToInsert } from './terms-queries.ts'

/** The rows that are inserted together with an order. */
export type OrderParts = {
  lines: NewRow<'order_lines'>[]
  events: NewRow<'order_events'>[]
  reservations: NewRow<'stock_reservations'>[]
  attempt: NewRow<'payment_attempts'>
  paymentEvent?: NewRow<'payment_events'>
  terms?: NewRow<'order_terms'> | undefined
}

export type NewOrder = { order: NewRow<'orders'>; parts: OrderParts }

/** Inserts an order and its related rows in one batch. */
export async function insertOrder(trx: DatabaseTransaction, { order, parts }: NewOrder): Promise<void> {
  const { lines, events, reservations, attempt, paymentEvent, terms } = parts
  await batchQueries(
    trx,
    trx.insertInto('orders').values(order),
    trx.insertInto('order_lines').values(lines),
    trx.insertInto('payment_attempts').values(attempt),
    trx.insertInto('order_events').values(events),
    ...(reservations.length > 0 ? [trx.insertInto('stock_reservations').values(reservations)] : []),
    ...(paymentEvent ? [paymentEventToInsert(trx, paymentEvent)] : []),
    ...(terms ? [termsToInsert(trx, terms)] : []),
  )
}
