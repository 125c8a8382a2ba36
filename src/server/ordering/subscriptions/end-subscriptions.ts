import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import type { OrderEvent } from '../orders/order-events.ts'
import { orderLineRows } from '../orders/queries.ts'
import { closeRenewals, startedBy, updateSubscription } from './queries.ts'
import { mailSubscriber } from './subscription-mail.ts'

/**
 * Ends the subscriptions that an order started with parts of which nothing was sent and nothing will be: the order was
 * cancelled, its buyer withdrew from these parts, or they were taken off the order. Nobody is charged later for what
 * they did not want at first. The subscriber gets a mail.
 */
export async function endSubscriptions(trx: DatabaseTransaction, event: OrderEvent): Promise<void> {
  if (event.type !== 'order.refund_written' && event.type !== 'order.edited') return
  const started = await startedBy(trx, event.order.id)
  if (started.length === 0) return
  const lines = await orderLineRows(trx, event.order.id)
  const wanted = new Set(lines.filter((line) => line.cancelled < line.quantity).map(({ position }) => position))
  for (const { id, position, next_at: due } of started) {
    if (wanted.has(position)) continue
    await closeRenewals(trx, id)
    await updateSubscription(trx, id, { status: 'cancelled', updated_at: event.at.toISOString() })
    await mailSubscriber(trx, { id, news: 'ended', due, order: event.order.id }, event.at)
  }
}
