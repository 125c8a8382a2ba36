import { inTime } from '../../payments/in-time.ts'
import { PaymentRefused, type PaymentProvider } from '../../payments/provider.ts'
import type { AttemptRow } from '../../payments/queries.ts'
import { orderById } from '../orders/queries.ts'
import type { Shop } from '../shop.ts'
import { applyProviderResult } from './apply-provider-result.ts'
import { completeOrder } from './complete-order.ts'
import { knownAttempt } from './known-attempt.ts'
import { paymentResult } from './payment-result.ts'

/** How long a provider's answer about an attempt counts for further returns: anybody can load the address again. */
const answerMs = 2_000

/**
 * Handles the shopper's return from a provider's page, which can precede the webhook. Asks the provider for the result,
 * or closes the page if the shopper `left` it, and returns the path to continue on. Undefined if the attempt
 * belongs to another provider. If the provider is slow, the order stays pending.
 */
export async function returnFromPayment(
  shop: Shop,
  name: string,
  attemptId: string,
  how: 'done' | 'left',
): Promise<string | undefined> {
  const known = await knownAttempt(shop.db, attemptId)
  if (known?.provider.name !== name) return undefined
  const { attempt, provider } = known
  if (attempt.status === 'started') {
    const unknown = (error: unknown) =>
      shop.log.warn({ err: error, attempt: attempt.id }, 'the result of a payment is not known yet')
    const settle = () =>
      how === 'left' ? leave(shop, provider, attempt) : applyProviderResult(shop, provider, attempt)
    const key = `return from payment ${attempt.id} ${how}`
    const settled = shop.memory.remember(key, answerMs, () => settle().catch(unknown))
    await inTime(settled).catch(unknown)
  }
  return paymentResult((await orderById(shop.db, attempt.order_id)) ?? known.order)
}

/**
 * Closes the payment page that the shopper left and fails the attempt. If it was paid meanwhile, that result is
 * applied.
 */
async function leave(shop: Shop, provider: PaymentProvider, attempt: AttemptRow): Promise<unknown> {
  try {
    await provider.cancel?.(shop, attempt)
  } catch (error) {
    if (!(error instanceof PaymentRefused)) throw error
    return applyProviderResult(shop, provider, attempt)
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
