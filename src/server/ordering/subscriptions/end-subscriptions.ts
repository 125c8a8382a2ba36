import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import type { OrderEvent } from '../orders/order-events.ts'
import { orderLineRows } from '../orders/queries.ts'
import { recordUnsubscribed, returnById, returnLineRows } from '../orders/return-queries.ts'
import { closeRenewals, startedBy, updateSubscription, type SubscriptionRow } from './queries.ts'
import { mailSubscriber } from './subscription-mail.ts'

/**
 * Ends the subscriptions that an order started with parts of which nothing was sent and nothing will be: the order was
 * cancelled, or they were taken off it. A withdrawal ends the subscription too, also after the parts were sent: it is
 * from the whole purchase (directive 2011/83/EU article 12), and nobody is charged later for what they did not want at
 * first. One of which a change of the order or a withdrawal leaves fewer units orders as many from then on. The
 * subscriber gets a mail.
 */
export async function endSubscriptions(trx: DatabaseTransaction, event: OrderEvent): Promise<void> {
  if (event.type === 'return.requested') return followWithdrawal(trx, event, event.returnId)
  if (event.type !== 'order.refund_written' && event.type !== 'order.edited') return
  const started = await startedBy(trx, event.order.id)
  if (started.length === 0) return
  const lines = await orderLineRows(trx, event.order.id)
  const wanted = new Map(lines.map(({ position, quantity, cancelled }) => [position, quantity - cancelled]))
  for (const row of started) {
    const units = wanted.get(row.position) ?? 0
    if (units === 0) await end(trx, row, event)
    else if (isTakenOff(event, row.position) && units < row.quantity) await lower(trx, row, units, event)
  }
}

/**
 * Lowers subscriptions by the units that the buyer withdraws from, sent or not; one of which none are left ends. The
 * lines of the return note it (continueSubscriptions).
 */
async function followWithdrawal(trx: DatabaseTransaction, event: OrderEvent, returnId: string): Promise<void> {
  if ((await returnById(trx, returnId))?.kind !== 'withdrawal') return
  const started = await startedBy(trx, event.order.id)
  if (started.length === 0) return
  const lines = await returnLineRows(trx, returnId)
  for (const row of started) {
    const line = lines.find(({ position }) => position === row.position)
    if (!line) continue
    const isEnded = line.quantity >= row.quantity
    await recordUnsubscribed(trx, line, {
      unsubscribed: Math.min(line.quantity, row.quantity),
      subscription_was: isEnded ? row.status : null,
    })
    if (isEnded) await end(trx, row, event)
    else await lower(trx, row, row.quantity - line.quantity, event)
  }
}

/** Tells whether a change of the order may have taken units off a line. */
function isTakenOff(event: OrderEvent, position: number): boolean {
  if (event.type !== 'order.edited') return false
  return event.rest === undefined || event.rest.removed.some((units) => units.position === position)
}

async function end(trx: DatabaseTransaction, { id, next_at: due }: SubscriptionRow, event: OrderEvent): Promise<void> {
  await closeRenewals(trx, id)
  await updateSubscription(trx, id, { status: 'cancelled', updated_at: event.at.toISOString() })
  await mailSubscriber(trx, { id, news: 'ended', due, order: event.order.id }, event.at)
}

async function lower(
  trx: DatabaseTransaction,
  { id, next_at: due }: SubscriptionRow,
  quantity: number,
  { at, order }: OrderEvent,
): Promise<void> {
  await updateSubscription(trx, id, { quantity, updated_at: at.toISOString() })
  await mailSubscriber(trx, { id, news: 'fewer', due, order: order.id, opened: at.toISOString() }, at)
}
