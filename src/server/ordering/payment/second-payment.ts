import { refundable } from '../../../domain/orders/payments.ts'
import { attemptsOf, cancelAttempt } from '../../payments/queries.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import type { OrderRow } from '../orders/queries.ts'
import { closeAtProvider } from './close-attempts.ts'
import { refundPaymentInTransaction } from './refund-payment.ts'

/** Refunds a payment if another one has already paid the order; returns whether it did. */
export async function refundSecondPayment(
  trx: DatabaseTransaction,
  order: OrderRow,
  attemptId: string,
  now: Date,
): Promise<boolean> {
  const attempts = await attemptsOf(trx, order.id)
  const second = attempts.find((attempt) => attempt.id === attemptId)
  const isPaid = attempts.some((attempt) => attempt.id !== attemptId && attempt.status === 'succeeded')
  if (!second || !isPaid) return false
  const reason = 'paid twice'
  const amount = refundable(second)
  if (amount > 0)
    await refundPaymentInTransaction(
      trx,
      { orderId: order.id, attemptId, amount, reason, actor: 'shop', key: `twice:${attemptId}` },
      now,
    )
  else if (await cancelAttempt(trx, attemptId, reason, now.toISOString())) await closeAtProvider(trx, second, now)
  return true
}
