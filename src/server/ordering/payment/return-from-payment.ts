import { orderById } from '../orders/queries.ts'
import type { Shop } from '../shop.ts'
import { askProvider } from './ask-provider.ts'
import { completeOrder } from './complete-order.ts'
import { inTime } from '../../payments/in-time.ts'
import { knownAttempt } from './known-attempt.ts'
import { paymentResult } from './payment-result.ts'
import { PaymentRefused, type PaymentProvider } from '../../payments/provider.ts'
import type { AttemptRow } from '../../payments/queries.ts'

/**
 * The shopper comes back from a provider's page, maybe before its webhook: we ask, or close the page that was left, and
 * say where the shopper goes on. Undefined when the attempt is not this provider's. A slow provider leaves the order
 * waiting.
 */
export async function returnFromPayment(
  shop: Shop,
  name: string,
  attemptId: string,
  isLeft: boolean,
): Promise<string | undefined> {
  const known = await knownAttempt(shop.db, attemptId)
  if (known?.provider.name !== name) return undefined
  const { attempt, provider } = known
  if (attempt.status === 'started') {
    const settle = isLeft ? leave(shop, provider, attempt) : askProvider(shop, provider, attempt)
    await inTime(settle).catch((error: unknown) =>
      shop.log.warn({ err: error, attempt: attempt.id }, 'what became of a payment is not known yet'),
    )
  }
  return paymentResult((await orderById(shop.db, attempt.order_id)) ?? known.order)
}

/** The shopper would rather pay in another way: the page is closed first, unless it was paid meanwhile. */
async function leave(shop: Shop, provider: PaymentProvider, attempt: AttemptRow): Promise<unknown> {
  try {
    await provider.cancel?.(shop, attempt)
  } catch (error) {
    if (!(error instanceof PaymentRefused)) throw error
    return askProvider(shop, provider, attempt)
  }
  const { id, amount, currency } = attempt
  return completeOrder(shop, provider.name, {
    eventId: `left:${id}`,
    attemptId: id,
    outcome: 'failed',
    amount,
    currency,
    reason: 'cancelled',
  })
}
