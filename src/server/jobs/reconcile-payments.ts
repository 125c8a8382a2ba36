import { orderById } from '../ordering/orders/queries.ts'
import { applyProviderResult } from '../ordering/payment/apply-provider-result.ts'
import { repeatPayment } from '../ordering/payment/repeat-payment.ts'
import { beginAttempt } from '../ordering/payment/start-payment.ts'
import type { Shop } from '../ordering/shop.ts'
import { inTime } from '../payments/in-time.ts'
import { polledProviders, providerNamed } from '../payments/providers.ts'
import { attemptsToAsk, claimAsking, type AttemptRow } from '../payments/queries.ts'

/**
 * Age of an open attempt at the first query to the provider, and the interval of further ones: a lost webhook is
 * recovered within a minute.
 */
const firstAfterSeconds = 10
const againAfterSeconds = 30
const atOnce = 20

/**
 * Queries the providers about open payments, which recovers lost webhooks and answers; returns the number of queries.
 */
export async function reconcilePayments(shop: Shop): Promise<number> {
  const due = await attemptsToAsk(shop.db, {
    providers: polledProviders(),
    startedBefore: timeAgo(shop, firstAfterSeconds),
    askedBefore: timeAgo(shop, againAfterSeconds),
    limit: atOnce * 5,
  })
  for (let at = 0; at < due.length; at += atOnce)
    await Promise.all(due.slice(at, at + atOnce).map((attempt) => reconcile(shop, attempt)))
  return due.length
}

async function reconcile(shop: Shop, attempt: AttemptRow): Promise<void> {
  if (!(await claimAsking(shop.db, attempt, shop.now().toISOString()))) return
  await inTime(reconcileAttempt(shop, attempt)).catch((error: unknown) => {
    shop.log.warn({ err: error, attempt: attempt.id }, 'what became of a payment is not known yet')
  })
}

/**
 * Repeats the start (or the payment without the shopper) of an attempt that was never answered, with the same
 * idempotency key; the provider returns what exists already.
 */
async function reconcileAttempt(shop: Shop, attempt: AttemptRow): Promise<unknown> {
  const provider = providerNamed(attempt.provider)
  if (attempt.repeats !== null) return repeatPayment(shop, attempt.id, attempt.repeats)
  if (attempt.url !== null) return provider && applyProviderResult(shop, provider, attempt)
  const order = await orderById(shop.db, attempt.order_id)
  return provider && order?.status === 'pending_payment' ? beginAttempt(shop, provider, attempt, order) : undefined
}

function timeAgo({ now }: Shop, seconds: number): string {
  return new Date(now().getTime() - seconds * 1000).toISOString()
}
