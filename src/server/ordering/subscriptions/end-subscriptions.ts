import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import type { OrderEvent } from '../orders/order-events.ts'
import { orderLineRows } from '../orders/queries.ts'
import { closeRenewals, startedBy, updateSubscription } from './queries.ts'

/**
 * Ends the subscriptions that an order started with parts of which nothing was sent and nothing will be: the order was
 * cancelled, or its buyer withdrew from these parts. Nobody is charged later for what they did not want at first.
 */
export async function endSubscriptions(trx: DatabaseTransaction, event: OrderEvent): Promise<void> {
  if (event.type !== 'order.refund_written') return
  const started = await startedBy(trx, event.order.id)
  if (started.length === 0) return
  const lines = await orderLineRows(trx, event.order.id)
  const unwanted = new Set(lines.filter((line) => line.cancelled >= line.quantity).map(({ position }) => position))
  for (const { id, position } of started) {
    if (!unwanted.has(position)) continue
    await closeRenewals(trx, id)
    await updateSubscription(trx, id, { status: 'cancelled', updated_at: event.at.toISOString() })
  }
}
