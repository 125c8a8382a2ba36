import { inTime } from '../../payments/in-time.ts'
import { PaymentRefused } from '../../payments/provider.ts'
import { claimRepeat } from '../../payments/queries.ts'
import type { Shop } from '../shop.ts'
import { completeOrder } from './complete-order.ts'
import { requireAttempt } from './known-attempt.ts'

/**
 * `unknown`: the provider has not answered. `reconcilePayments` asks again; until then the shopper must not be asked to
 * pay.
 */
export type Repeated = 'paid' | 'refused' | 'unknown'

/**
 * Pays an order without its buyer, with the payment method saved from an `earlier` payment. A repeated call does not
 * charge twice. If the provider declines, the order fails and the buyer can pay with another method.
 */
export async function repeatPayment(shop: Shop, attemptId: string, earlier: string): Promise<Repeated> {
  const { attempt, order, provider } = await requireAttempt(shop.db, attemptId)
  if (!provider.repeat || !(await claimRepeat(shop.db, attemptId, earlier))) return 'refused'
  try {
    const notice = await inTime(provider.repeat(shop, attempt, order, earlier))
    if (notice) await completeOrder(shop, provider.name, notice)
    return notice === null ? 'unknown' : notice.outcome === 'succeeded' ? 'paid' : 'refused'
  } catch (error) {
    if (!(error instanceof PaymentRefused)) {
      shop.log.warn({ err: error, attempt: attemptId }, 'the result of a repeated payment is not known yet')
      return 'unknown'
    }
    const { amount, currency } = attempt
    await completeOrder(shop, provider.name, {
      eventId: `refused:${attemptId}`,
      attemptId,
      outcome: 'failed',
      amount,
      currency,
      reason: 'declined',
    })
    return 'refused'
  }
}
