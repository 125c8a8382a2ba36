import { plainAmount } from '../../../i18n/money.ts'
import { openDisputeOf } from '../../payments/dispute-queries.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { OrderError } from '../orders/order-error.ts'
import type { OrderRow } from '../orders/queries.ts'

/**
 * Throws OrderError `disputed` while a bank has taken back money of an order's payments and nobody has settled who
 * loses it: providers refuse to refund a disputed payment, and the buyer would get the money twice. Not asked where a
 * consumer withdraws, which nobody may refuse (decision 0266).
 */
export async function requireUndisputed(
  db: Queryable,
  { id, number, currency }: Pick<OrderRow, 'id' | 'number' | 'currency'>,
): Promise<void> {
  const dispute = await openDisputeOf(db, id)
  if (!dispute) return
  const { source } = dispute
  const amount = plainAmount(dispute.amount, currency)
  throw new OrderError(
    'disputed',
    `The bank has taken back ${amount} of order ${number} in a dispute (${source}). Wait until it is won, or settle ` +
      'it as lost in the payout that has it.',
    { amount, source },
  )
}
