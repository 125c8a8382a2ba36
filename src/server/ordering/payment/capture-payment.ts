import type { Minor } from '../../../domain/money/money.ts'
import { plainAmount } from '../../../i18n/money.ts'
import { providerNamed } from '../../payments/providers.ts'
import { addCaptured, attemptsOf, cancelAttempt, type AttemptRow } from '../../payments/queries.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { addToOutbox } from '../../platform/outbox/queries.ts'
import { appendOrderEvent } from '../orders/order-history.ts'
import { orderById } from '../orders/queries.ts'
import { closeAtProvider } from './close-attempts.ts'

/** `amount` is the most to capture for the whole order, in minor units; everything that is authorized if left out. */
export type CaptureRequest = { orderId: string; actor: string; amount?: Minor }

/**
 * Captures an order's authorized money within the transaction that ships its goods. An invoice bills what is not billed
 * yet. A card is captured once, through the outbox, and the rest of its authorization is released, or all of it if
 * nothing is needed. Does nothing if the money was captured with the payment.
 */
export async function capturePayment(
  trx: DatabaseTransaction,
  { orderId, actor, amount }: CaptureRequest,
  now: Date,
): Promise<void> {
  const paid = (await attemptsOf(trx, orderId)).filter(({ status }) => status === 'succeeded')
  let max = (amount ?? Infinity) - paid.reduce((sum, { captured, refunded }) => sum + captured - refunded, 0)
  for (const attempt of paid) {
    const left = Math.min(max, attempt.authorized - attempt.captured)
    const isCaptured = Boolean(providerNamed(attempt.provider)?.capture)
    if (left <= 0 && isCaptured && (await cancelAttempt(trx, attempt.id, 'not needed', now.toISOString())))
      await closeAtProvider(trx, attempt, now)
    if (left <= 0) continue
    max -= left
    if (isCaptured) await addToOutbox(trx, captureEffect(attempt, left), now)
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
