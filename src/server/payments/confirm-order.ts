import { takeOrdered } from '../cart/saved-cart.ts'
import type { DatabaseTransaction } from '../db/tables.ts'
import { together } from '../db/together.ts'
import { askForGiftCards } from '../gift-cards/ask-for-issue.ts'
import type { OrderLineRow } from '../orders/fulfilment-queries.ts'
import { eventToInsert, orderLineRows, reservationsToKeep, type OrderRow } from '../orders/queries.ts'
import { effectToAdd } from '../outbox/queries.ts'
import { startSubscriptions } from '../subscriptions/start-subscriptions.ts'
import { attemptsOf } from './queries.ts'
import { closeAtProvider } from './close-attempts.ts'
import { eventOf, type OrderNote } from './note-on-order.ts'

/** What follows when an order has become confirmed: history, pieces, mail, what is promised with it, and no other page on which it could be paid again. `known` are its lines, where the caller has them. */
export async function confirmOrder(trx: DatabaseTransaction, order: OrderRow, note: OrderNote, now: Date, known?: OrderLineRow[]): Promise<void> {
  const { id } = order
  await together(
    trx,
    eventToInsert(trx, eventOf({ id, status: 'confirmed' }, note, now)),
    reservationsToKeep(trx, id),
    effectToAdd(trx, { kind: 'mail.order_confirmed', dedupeKey: `mail.order_confirmed:${id}`, payload: { orderId: id } }, now),
  )
  const lines = known ?? await orderLineRows(trx, order.id)
  await askForGiftCards(trx, order, lines, now)
  await startSubscriptions(trx, order, lines, now)
  await takeOrdered(trx, order.customer_id, lines, now)
  for (const attempt of await attemptsOf(trx, order.id)) {
    if (attempt.status === 'started') await closeAtProvider(trx, attempt, now)
  }
}
