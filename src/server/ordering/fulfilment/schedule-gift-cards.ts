import { productType } from '../../../domain/products/products.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { addToOutbox } from '../../platform/outbox/queries.ts'
import { mayFulfil, type OrderEvent } from '../orders/order-events.ts'
import { isBilled } from '../orders/order-state.ts'

/**
 * Schedules creating and mailing the gift cards of a paid order, once. Orders that are paid after delivery get none,
 * because the codes could be spent before payment.
 */
export async function scheduleGiftCards(trx: DatabaseTransaction, event: OrderEvent): Promise<void> {
  if (!mayFulfil(event) || isBilled(event.order)) return
  const lines = await event.lines()
  if (!lines.some(({ type }) => type === productType.giftCard)) return
  const { id: orderId } = event.order
  await addToOutbox(
    trx,
    { kind: 'gift_card.issue', dedupeKey: `gift_card.issue:${orderId}`, payload: { orderId } },
    event.at,
  )
}
