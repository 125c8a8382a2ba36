import { plainAmount } from '../../../i18n/money.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { newId } from '../../platform/ids.ts'
import { orderById } from '../orders/queries.ts'
import type { Shop } from '../shop.ts'
import type { Completion } from './complete-order.ts'
import { appendOrderEvent } from '../orders/order-history.ts'
import type { RefundNotice } from '../../payments/provider.ts'
import { insertPaymentEvent, type AttemptRow } from '../../payments/queries.ts'
import {
  endRefund,
  insertRefund,
  lockAttempt,
  restoreRefundable,
  refundById,
  reserveRefund,
} from '../../payments/refund-queries.ts'

/** Applies a provider's refund notice to the order, including refunds that were made in the provider's own console. */
export async function applyRefundNotice(shop: Shop, provider: string, notice: RefundNotice): Promise<Completion> {
  const now = shop.now()
  const at = now.toISOString()
  return shop.db.transaction().execute(async (trx) => {
    const attempt = await lockAttempt(trx, notice.attemptId, at)
    if (!attempt || attempt.provider !== provider) return 'unknown_attempt'
    const isNew = await insertPaymentEvent(trx, {
      provider,
      event_id: notice.eventId,
      attempt_id: attempt.id,
      kind: notice.outcome,
      payload: JSON.stringify(notice),
      received_at: at,
    })
    if (!isNew) return 'duplicate'
    return notice.outcome === 'refunded' ? refunded(trx, attempt, notice, now) : failed(trx, attempt, notice, now)
  })
}

type Refunded = Extract<RefundNotice, { outcome: 'refunded' }>
type Failed = Extract<RefundNotice, { outcome: 'refund_failed' }>

/**
 * Records the part of the refunded total that exceeds our own refunds, pending ones included: it was refunded at the
 * provider.
 */
async function refunded(
  trx: DatabaseTransaction,
  attempt: AttemptRow,
  { amount, currency, eventId }: Refunded,
  now: Date,
): Promise<Completion> {
  const elsewhere = Math.min(amount, attempt.captured) - attempt.refunded
  if (currency !== attempt.currency || elsewhere <= 0) return 'no_effect'
  const at = now.toISOString()
  await reserveRefund(trx, attempt.id, elsewhere, at)
  await insertRefund(trx, {
    id: newId(now.getTime()),
    order_id: attempt.order_id,
    attempt_id: attempt.id,
    dedupe_key: `elsewhere:${attempt.provider}:${eventId}`,
    amount: elsewhere,
    currency: attempt.currency,
    reason: 'given back at the provider',
    actor: `payment:${attempt.provider}`,
    status: 'succeeded',
    provider_reference: null,
    error: null,
    refusals: 0,
    created_at: at,
    updated_at: at,
  })
  await note(trx, attempt, `refunded: ${plainAmount(elsewhere, currency)}, given back at the provider`, now)
  return 'applied'
}

/** Marks a refund as failed because the money did not reach the shopper's bank. The amount can be refunded again. */
async function failed(
  trx: DatabaseTransaction,
  attempt: AttemptRow,
  { refundId, reason }: Failed,
  now: Date,
): Promise<Completion> {
  const refund = await refundById(trx, refundId)
  if (!refund || refund.attempt_id !== attempt.id) return 'no_effect'
  const at = now.toISOString()
  if (!(await endRefund(trx, refund.id, ['pending', 'succeeded'], { status: 'failed', error: reason }, at)))
    return 'no_effect'
  await restoreRefundable(trx, attempt.id, refund.amount, at)
  await note(trx, attempt, `refund failed: ${plainAmount(refund.amount, refund.currency)}, ${reason}`, now)
  return 'applied'
}

async function note(trx: DatabaseTransaction, attempt: AttemptRow, text: string, now: Date): Promise<void> {
  const order = await orderById(trx, attempt.order_id)
  if (order) await appendOrderEvent(trx, order, { actor: `payment:${attempt.provider}`, note: text, now })
}
