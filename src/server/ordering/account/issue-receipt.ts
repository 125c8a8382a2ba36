import { wasConfirmed } from '../../../domain/orders/order-status.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { issueDocument } from '../documents/issue-document.ts'
import { isBilled } from '../orders/order-state.ts'
import type { OrderRow } from '../orders/queries.ts'
import { isCharged } from '../refunds/billing.ts'

/** Issues the receipt of a paid order before its buyer is erased, because afterwards the buyer's data is gone. */
export async function issueReceipt(trx: DatabaseTransaction, order: OrderRow, now: Date): Promise<void> {
  if (wasConfirmed(order.status) && !isBilled(order) && (await isCharged(trx, order)))
    await issueDocument(trx, { order, kind: 'receipt', now })
}
