import type { Minor } from '../../../domain/money/money.ts'
import type { AttemptRow } from '../../payments/queries.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { refundToGiftCards } from '../gift-cards/redeem.ts'
import type { OrderAction } from '../orders/transition.ts'
import { refundPaymentInTransaction } from '../payment/refund-payment.ts'

/** `mostOf`: what an attempt can give back; `keyOf`: what makes the refund at the provider happen once. */
type PayingBack = {
  orderId: string
  amount: Minor
  attempts: readonly AttemptRow[]
  reason: string
  mostOf: (attempt: AttemptRow) => Minor
  keyOf: (attempt: AttemptRow, at: { isFirst: boolean }) => string
}

/**
 * Pays an amount back to an order's payments, one after the other as far as each goes, and what exceeds them to its
 * gift cards. Returns what neither could take, in minor units.
 */
export async function payBack(
  trx: DatabaseTransaction,
  { orderId, amount, attempts, reason, mostOf, keyOf }: PayingBack,
  { actor, now }: Pick<OrderAction, 'actor' | 'now'>,
): Promise<Minor> {
  let left = amount
  for (const attempt of attempts) {
    const part = Math.min(left, mostOf(attempt))
    if (part <= 0) continue
    const key = keyOf(attempt, { isFirst: left === amount })
    const refund = { orderId, attemptId: attempt.id, amount: part, reason, actor, key }
    if ((await refundPaymentInTransaction(trx, refund, now)).kind === 'written') left -= part
  }
  return refundToGiftCards(trx, orderId, left, now)
}
