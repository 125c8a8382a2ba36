import { productType } from '../../../domain/products.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { isBilled } from '../refunds/billing.ts'
import type { OrderRow } from '../orders/queries.ts'
import { addToOutbox } from '../../platform/outbox/queries.ts'

/**
 * Has the gift cards of a paid order made and mailed, once; a bill is no payment, so that nothing is sent against one.
 */
export async function askForGiftCards(
  trx: DatabaseTransaction,
  order: Pick<OrderRow, 'id' | 'payment_method'>,
  lines: readonly { type: number }[],
  now: Date,
): Promise<void> {
  if (isBilled(order) || !lines.some(({ type }) => type === productType.giftCard)) return
  await addToOutbox(
    trx,
    { kind: 'gift_card.issue', dedupeKey: `gift_card.issue:${order.id}`, payload: { orderId: order.id } },
    now,
  )
}
