import { nextDue } from '../../../domain/orders/subscriptions.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import type { OrderEvent } from '../orders/order-events.ts'
import { lineThatEnded, recordUnsubscribed, returnLineRows, type ReturnLineRow } from '../orders/return-queries.ts'
import { lockSubscription, subscriptionOfLine, updateSubscription, type SubscriptionRow } from './queries.ts'
import { mailSubscriber } from './subscription-mail.ts'

/**
 * Lets subscriptions go on, with a mail, when the units that a withdrawal took off them are kept after all: the return
 * is called off before they come. One that its subscriber has ended since stays ended.
 */
export async function continueSubscriptions(trx: DatabaseTransaction, event: OrderEvent): Promise<void> {
  if (event.type !== 'return.called_off') return
  for (const line of await returnLineRows(trx, event.returnId)) {
    const kept = Math.min(line.unsubscribed, line.quantity - line.received)
    if (kept > 0) await continueWith(trx, event, line, kept)
  }
}

async function continueWith(
  trx: DatabaseTransaction,
  { at, order }: OrderEvent,
  line: ReturnLineRow,
  kept: number,
): Promise<void> {
  const opened = at.toISOString()
  const id = await subscriptionOfLine(trx, order.id, line.position)
  const row = id && (await lockSubscription(trx, id, opened))
  if (!row || row.email === '') return
  const ended = row.status === 'cancelled' ? await lineThatEnded(trx, order.id, line.position) : undefined
  if (row.status === 'cancelled' && !ended) return
  if (ended) await recordUnsubscribed(trx, ended, { unsubscribed: ended.unsubscribed, subscription_was: null })
  await recordUnsubscribed(trx, line, { unsubscribed: line.unsubscribed - kept, subscription_was: null })
  const change = ended ? { ...again(row, at), status: ended.subscription_was ?? 'active', quantity: kept } : undefined
  await updateSubscription(trx, row.id, change ?? { quantity: row.quantity + kept })
  await mailSubscriber(trx, { id: row.id, news: 'continued', due: row.next_at, order: order.id, opened }, at)
}

/** Dates that passed since the subscription ended are left out. */
function again({ next_at: due, interval_days: days }: SubscriptionRow, now: Date): Pick<SubscriptionRow, 'next_at'> {
  return { next_at: due > now.toISOString() ? due : nextDue(due, days, now) }
}
