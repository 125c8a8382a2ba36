import type { Minor } from '../../../domain/money.ts'
import { plainAmount } from '../../../i18n/money.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { orderById } from '../orders/queries.ts'
import { addToOutbox } from '../../platform/outbox/queries.ts'
import { appendOrderEvent } from '../orders/order-history.ts'
import { providerNamed } from '../../payments/providers.ts'
import { addCaptured, attemptsOf, type AttemptRow } from '../../payments/queries.ts'

/** `amount` is the most that is to be taken of the order in all, in minor units; all that was promised unless given. */
export type CaptureRequest = { orderId: string; actor: string; amount?: Minor }

/**
 * Takes an order's promised money when its goods are shipped, within the transaction that ships them: an invoice bills
 * what it has not billed, a card's promise is taken through the outbox, once, and what is left of it is let go. Nothing
 * happens where the money was taken with the payment.
 */
export async function capturePayment(
  trx: DatabaseTransaction,
  { orderId, actor, amount }: CaptureRequest,
  now: Date,
): Promise<void> {
  for (const attempt of await attemptsOf(trx, orderId)) {
    const left = Math.min(amount ?? attempt.authorized, attempt.authorized) - attempt.captured
    if (attempt.status !== 'succeeded' || left <= 0) continue
    if (providerNamed(attempt.provider)?.capture) await addToOutbox(trx, captureEffect(attempt, left), now)
    else await bill(trx, attempt, left, actor, now)
  }
}

function captureEffect({ id }: AttemptRow, amount: Minor) {
  return {
    kind: 'payment.capture' as const,
    dedupeKey: `payment.capture:${id}`,
    payload: { attemptId: id, amount },
  }
}

async function bill(
  trx: DatabaseTransaction,
  attempt: AttemptRow,
  amount: Minor,
  actor: string,
  now: Date,
): Promise<void> {
  if (!(await addCaptured(trx, attempt.id, amount, now.toISOString()))) return
  const order = await orderById(trx, attempt.order_id)
  if (order)
    await appendOrderEvent(trx, order, { actor, note: `billed: ${plainAmount(amount, attempt.currency)}`, now })
}
