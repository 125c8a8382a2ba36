import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import type { OrderRow } from '../orders/queries.ts'
import { closeAtProvider } from './close-attempts.ts'
import { attemptsOf, cancelAttempt } from '../../payments/queries.ts'
import { refundIn } from './refund-payment.ts'

/** Gives a payment back when another one has paid the order already; tells whether it has. */
export async function giveBackSecondPayment(
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
  if (second.captured > 0)
    await refundIn(
      trx,
      { orderId: order.id, attemptId, amount: second.captured, reason, actor: 'shop', key: `twice:${attemptId}` },
      now,
    )
  else if (await cancelAttempt(trx, attemptId, reason, now.toISOString())) await closeAtProvider(trx, second, now)
  return true
}
