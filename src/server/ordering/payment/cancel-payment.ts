import type { Minor } from '../../../domain/money/money.ts'
import { leftOf } from '../../payments/dispute-queries.ts'
import { attemptsOf, cancelAttempt } from '../../payments/queries.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { closeAtProvider } from './close-attempts.ts'
import { refundPaymentInTransaction } from './refund-payment.ts'

/** `taken` is what banks have taken back of the payments, by the provider's id: the buyer has it already. */
export type CancelRequest = { orderId: string; reason: string; actor: string; taken?: ReadonlyMap<string, Minor> }

/**
 * Reverses all payments of an order within the transaction that cancels it: refunds captured money, releases authorized
 * money, and closes open payment pages.
 */
export async function cancelPayment(
  trx: DatabaseTransaction,
  { orderId, reason, actor, taken = new Map() }: CancelRequest,
  now: Date,
): Promise<void> {
  for (const attempt of await attemptsOf(trx, orderId)) {
    const amount = leftOf(attempt, taken)
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
