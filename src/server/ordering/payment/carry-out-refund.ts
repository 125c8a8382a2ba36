import { plainAmount } from '../../../i18n/money.ts'
import { inTime } from '../../payments/in-time.ts'
import { PaymentRefused } from '../../payments/provider.ts'
import {
  endRefund,
  recordRefusal,
  restoreRefundable,
  refundById,
  type RefundRow,
} from '../../payments/refund-queries.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { addToOutbox } from '../../platform/outbox/queries.ts'
import { appendOrderEvent } from '../orders/order-history.ts'
import { orderById } from '../orders/queries.ts'
import type { Shop } from '../shop.ts'
import { requireAttempt } from './known-attempt.ts'

/** After 12 refusals, about four hours, the refund fails for good. The operator can refund the amount again. */
const maxRefusals = 12

/**
 * Outbox `payment.refund`: asks the provider to refund, exactly once even if replies are lost. A refused refund is
 * tried again with a new idempotency key.
 */
export async function carryOutRefund(shop: Shop, refundId: string): Promise<void> {
  const refund = await refundById(shop.db, refundId)
  if (refund?.status !== 'pending') return
  try {
    await endAs(shop, refund, {
      status: 'succeeded',
      error: null,
      provider_reference: await requestRefund(shop, refund),
    })
  } catch (error) {
    if (!(error instanceof PaymentRefused)) throw error
    await recordRefusal(shop.db, refund, error.message, shop.now().toISOString())
    if (refund.refusals + 1 < maxRefusals) throw error
    await endAs(shop, refund, { status: 'failed', error: error.message })
  }
}

async function requestRefund(
  shop: Shop,
  { id, attempt_id: attemptId, amount, reason, refusals, created_at: since }: RefundRow,
): Promise<string> {
  const { attempt, provider } = await requireAttempt(shop.db, attemptId)
  if (!provider.refund) throw new Error(`Provider ${provider.name} of refund ${id} does not support refunds.`)
  // Providers repeat their answer for the same key, refusals included.
  const idempotencyKey = refusals === 0 ? id : `${id}:${refusals}`
  return inTime(provider.refund(shop, attempt, { refundId: id, idempotencyKey, amount, reason, since }))
}

/** A refund that is not paid may be settled by the bank's money, if its dispute is lost (settleRefused). */
export async function queueRefundRefused(
  trx: DatabaseTransaction,
  { id, order_id: orderId, amount }: Pick<RefundRow, 'id' | 'order_id' | 'amount'>,
  now: Date,
): Promise<void> {
  const [kind, payload] = ['payment.refund_refused' as const, { orderId, amount }]
  await addToOutbox(trx, { kind, dedupeKey: `${kind}:${id}`, payload }, now)
}

async function endAs(shop: Shop, refund: RefundRow, end: Parameters<typeof endRefund>[3]): Promise<void> {
  const now = shop.now()
  await shop.db.transaction().execute(async (trx) => {
    if (!(await endRefund(trx, refund.id, ['pending'], end, now.toISOString()))) return
    const order = await orderById(trx, refund.order_id)
    const money = plainAmount(refund.amount, refund.currency)
    if (end.status === 'failed') {
      await restoreRefundable(trx, refund.attempt_id, refund.amount, now.toISOString())
      await queueRefundRefused(trx, refund, now)
    }
    const note = end.status === 'failed' ? `refund refused: ${money}, ${end.error}` : `refunded: ${money}`
    if (order) await appendOrderEvent(trx, order, { actor: 'shop', note, now })
  })
}
