import type { Minor } from '../../../domain/money/money.ts'
import { plainAmount } from '../../../i18n/money.ts'
import { inTime } from '../../payments/in-time.ts'
import { PaymentRefused } from '../../payments/provider.ts'
import { setAttemptReason, type AttemptRow } from '../../payments/queries.ts'
import { lockAttempt, setCaptured } from '../../payments/refund-queries.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { appendOrderEvent } from '../orders/order-history.ts'
import { orderById } from '../orders/queries.ts'
import type { Shop } from '../shop.ts'
import { applyProviderResult } from './apply-provider-result.ts'
import { recordEarlierRefunds } from './apply-refund-notice.ts'
import { requireAttempt } from './known-attempt.ts'
import { refundPaymentInTransaction } from './refund-payment.ts'

/**
 * Outbox `payment.capture`: captures authorized money, at most `wanted` minor units. A refusal is stored with the
 * attempt and tried again.
 */
export async function carryOutCapture(shop: Shop, attemptId: string, wanted: Minor): Promise<void> {
  const { attempt, provider } = await requireAttempt(shop.db, attemptId)
  const amount = Math.min(wanted, attempt.authorized)
  if (!provider.capture || attempt.status !== 'succeeded' || attempt.captured > 0 || !(amount > 0)) return
  try {
    const taken = await inTime(provider.capture(shop, attempt, amount))
    await shop.db.transaction().execute((trx) => captured(trx, attempt, { wanted: amount, taken }, shop.now()))
  } catch (error) {
    if (error instanceof PaymentRefused)
      await setAttemptReason(shop.db, attempt.id, `capture refused: ${error.message}`, shop.now().toISOString())
    throw error
  }
}

/**
 * Records a capture. If part of the authorization was released while the provider captured all of it, or somebody has
 * captured more at the provider than was needed, the difference is refunded.
 */
async function captured(
  trx: DatabaseTransaction,
  { id, order_id: orderId, provider, currency }: AttemptRow,
  { wanted, taken }: { wanted: Minor; taken: Minor },
  now: Date,
): Promise<void> {
  const at = now.toISOString()
  const attempt = await lockAttempt(trx, id, at)
  const order = attempt && (await orderById(trx, orderId))
  if (!attempt || !order || attempt.captured > 0) return
  await setCaptured(trx, id, taken, at)
  await recordEarlierRefunds(trx, id, now)
  await appendOrderEvent(trx, order, {
    actor: `payment:${provider}`,
    note: `captured: ${plainAmount(taken, currency)}`,
    now,
  })
  const tooMuch = taken - Math.min(wanted, attempt.authorized)
  if (tooMuch > 0)
    await refundPaymentInTransaction(
      trx,
      { orderId, attemptId: id, amount: tooMuch, reason: 'taken too much', actor: 'shop', key: `capture:${id}` },
      now,
    )
}

/**
 * Outbox `payment.cancel`: closes the payment page or releases the authorization. If the provider refuses because it
 * was paid meanwhile, the result is applied to the order. Money that has been recorded since then stays where it is.
 */
export async function carryOutCancel(shop: Shop, attemptId: string): Promise<void> {
  const { attempt, provider } = await requireAttempt(shop.db, attemptId)
  if (attempt.status === 'succeeded' || attempt.status === 'held') return
  try {
    await inTime(provider.cancel?.(shop, attempt) ?? Promise.resolve())
  } catch (error) {
    if (!(error instanceof PaymentRefused)) throw error
    await inTime(applyProviderResult(shop, provider, attempt))
  }
}
