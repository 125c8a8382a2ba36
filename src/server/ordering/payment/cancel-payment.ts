import type { Minor } from '../../../domain/money/money.ts'
import { refundable } from '../../../domain/orders/payments.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { closeAtProvider } from './close-attempts.ts'
import { attemptsOf, cancelAttempt } from '../../payments/queries.ts'
import { refundPaymentInTransaction } from './refund-payment.ts'

/** `kept` of what was captured is not refunded, in minor units: the buyer has it back already. */
export type CancelRequest = { orderId: string; reason: string; actor: string; kept?: Minor }

/**
 * Reverses all payments of an order within the transaction that cancels it: refunds captured money, releases authorized
 * money, and closes open payment pages.
 */
export async function cancelPayment(
  trx: DatabaseTransaction,
  { orderId, reason, actor, kept = 0 }: CancelRequest,
  now: Date,
): Promise<void> {
  let left = kept
  for (const attempt of await attemptsOf(trx, orderId)) {
    const captured = refundable(attempt)
    const amount = Math.max(0, captured - left)
    left -= captured - amount
    if (amount > 0)
      await refundPaymentInTransaction(
        trx,
        { orderId, attemptId: attempt.id, amount, reason, actor, key: keyOf(attempt.id) },
        now,
      )
    else if (await cancelAttempt(trx, attempt.id, reason, now.toISOString())) await closeAtProvider(trx, attempt, now)
  }
}

const keyOf = (attemptId: string) => `cancel:${attemptId}`

/** Tells whether a key is of a refund by which a cancelled order's payment was reversed. */
export function isOfCancellation(key: string): boolean {
  return key.startsWith(keyOf(''))
}
