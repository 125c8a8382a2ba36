import { refundable } from '../../../domain/orders/payments.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { closeAtProvider } from './close-attempts.ts'
import { attemptsOf, cancelAttempt } from '../../payments/queries.ts'
import { refundPaymentInTransaction } from './refund-payment.ts'

export type CancelRequest = { orderId: string; reason: string; actor: string }

/**
 * Reverses all payments of an order within the transaction that cancels it: refunds captured money, releases authorized
 * money, and closes open payment pages.
 */
export async function cancelPayment(
  trx: DatabaseTransaction,
  { orderId, reason, actor }: CancelRequest,
  now: Date,
): Promise<void> {
  for (const attempt of await attemptsOf(trx, orderId)) {
    const amount = refundable(attempt)
    if (amount > 0)
      await refundPaymentInTransaction(
        trx,
        { orderId, attemptId: attempt.id, amount, reason, actor, key: `cancel:${attempt.id}` },
        now,
      )
    else if (await cancelAttempt(trx, attempt.id, reason, now.toISOString())) await closeAtProvider(trx, attempt, now)
  }
}
