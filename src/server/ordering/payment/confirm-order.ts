import { takeOrdered } from '../cart/saved-cart.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { batchQueries } from '../../platform/db/batch-queries.ts'
import { askForGiftCards } from '../fulfilment/ask-for-gift-cards.ts'
import { orderLineRows, reservationsToKeep, type OrderRow } from '../orders/queries.ts'
import { addToOutbox, effectToAdd, type Effect } from '../../platform/outbox/queries.ts'
import { startSubscriptions, type SubscribedLine, type SubscribedOrder } from '../subscriptions/start-subscriptions.ts'
import { attemptsOf } from '../../payments/queries.ts'
import { closeAtProvider } from './close-attempts.ts'

/**
 * What follows when an order has become confirmed: pieces, mail, what is promised with it, and no other page
 * on which it could be paid again.
 */
export async function confirmOrder(trx: DatabaseTransaction, order: OrderRow, now: Date): Promise<void> {
  const { id } = order
  await batchQueries(trx, reservationsToKeep(trx, id), effectToAdd(trx, confirmationMail(id), now))
  await scheduleFollowUps(trx, order, await orderLineRows(trx, id), now)
  for (const attempt of await attemptsOf(trx, id)) {
    if (attempt.status === 'started') await closeAtProvider(trx, attempt, now)
  }
}

type Promised = SubscribedOrder & Pick<OrderRow, 'hold'>
type PromisedLines = readonly (SubscribedLine & { type: number })[]

/**
 * What is promised with the lines of a confirmed order: gift cards and subscriptions; its buyer's saved cart is without
 * them.
 */
export async function scheduleFollowUps(
  trx: DatabaseTransaction,
  order: Promised,
  lines: PromisedLines,
  now: Date,
): Promise<void> {
  if (order.hold === null) await startFollowUps(trx, order, lines, now)
  else
    await addToOutbox(
      trx,
      { kind: 'mail.operator_hold', dedupeKey: `mail.operator_hold:${order.id}`, payload: { orderId: order.id } },
      now,
    )
  await takeOrdered(trx, order.customer_id, lines, now)
}

/** Gift cards and subscriptions of a confirmed order; of one that waits for a person, once it is released. */
export async function startFollowUps(
  trx: DatabaseTransaction,
  order: SubscribedOrder,
  lines: PromisedLines,
  now: Date,
): Promise<void> {
  await askForGiftCards(trx, order, lines, now)
  await startSubscriptions(trx, order, lines, now)
}

export function confirmationMail(orderId: string): Effect {
  return { kind: 'mail.order_confirmed', dedupeKey: `mail.order_confirmed:${orderId}`, payload: { orderId } }
}
