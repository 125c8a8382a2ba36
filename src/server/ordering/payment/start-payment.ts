import type { Language } from '../../../domain/places/locales.ts'
import { href } from '../../../routes.ts'
import { paceOf } from '../../payments/provider-pace.ts'
import { PaymentRefused, type PaymentProvider } from '../../payments/provider.ts'
import {
  attemptsOf,
  endAttempt,
  insertAttempt,
  storePaymentPage,
  newAttempt,
  openAttempt,
  type AttemptRow,
} from '../../payments/queries.ts'
import { newId } from '../../platform/ids.ts'
import type { OrderRow } from '../orders/queries.ts'
import type { Shop } from '../shop.ts'
import { isSubscribed } from '../subscriptions/is-subscribed.ts'
import { closeAtProvider } from './close-attempts.ts'
import { completeOrder } from './complete-order.ts'
import { requireAttempt } from './known-attempt.ts'
import { paymentResult } from './payment-result.ts'

/**
 * Starts or resumes the payment of an order and returns where the shopper goes next: the provider's page, or the
 * confirmation page if nothing has to be paid or the provider is slow. A payment page in another language is closed and
 * replaced (spec section 4). `begunAt` is when the work of this order began, by `performance.now()`.
 */
export async function startPayment(
  shop: Shop,
  attemptId: string,
  language?: Language,
  begunAt = performance.now(),
): Promise<string> {
  const { attempt, order, provider } = await requireAttempt(shop.db, attemptId)
  const isPayable = order.status === 'pending_payment' || attempt.is_difference === 1
  if (!provider.start || attempt.status !== 'started' || !isPayable) return paymentResult(order)
  if (attempt.amount === 0) return acceptNothing(shop, attempt, order)
  // A saved card is being charged; a payment page could lead to a second payment.
  if (attempt.repeats !== null) return paymentResult(order)
  const current = language ? await inLanguage(shop, attempt, language) : attempt
  if (current.url) return current.url
  const pace = await paceOf(shop, provider.name)
  const begun = beginAttempt(shop, provider, current, order)
  const page = await pace.wait(begun, performance.now() - begunAt).catch((error: unknown) => {
    shop.log.warn({ err: error, attempt: current.id }, 'a payment could not be started in time')
  })
  return page ?? paymentResult(order)
}

/**
 * Requests the payment page from the provider and stores its URL. If the provider refuses, the order fails, so that the
 * shopper can choose another payment method. After any other error the order stays pending and is tried again with the
 * same idempotency key.
 */
export async function beginAttempt(
  shop: Shop,
  provider: PaymentProvider,
  attempt: AttemptRow,
  order: OrderRow,
): Promise<string> {
  if (!provider.start) return paymentResult(order)
  try {
    const started = await provider.start(shop, attempt, order, await isSubscribed(shop.db, order))
    return (await storePaymentPage(shop.db, attempt.id, started, shop.now().toISOString()))
      ? started.url
      : paymentResult(order)
  } catch (error) {
    if (!(error instanceof PaymentRefused)) throw error
    shop.log.error({ err: error, attempt: attempt.id }, 'a provider refused to start a payment')
    const { id, amount, currency } = attempt
    await completeOrder(shop, provider.name, {
      eventId: `refused:${id}`,
      attemptId: id,
      outcome: 'failed',
      amount,
      currency,
      reason: 'unavailable',
    })
    return href(order.language, 'checkout-failed', { id: order.checkout_id })
  }
}

/** Completes an order that costs nothing; providers accept no payments of 0. */
async function acceptNothing(shop: Shop, { id, provider, currency }: AttemptRow, order: OrderRow): Promise<string> {
  await completeOrder(shop, provider, {
    eventId: `free:${id}`,
    attemptId: id,
    outcome: 'succeeded',
    amount: 0,
    currency,
    reason: null,
  })
  return href(order.language, 'checkout-confirmation', { id: order.checkout_id })
}

/** How often the payment page of an order is replaced by one in another language, for which a GET is enough. */
const maxLanguageChanges = 4

/**
 * Returns the open attempt in a language. An attempt in another language is closed and replaced, a few times; of
 * concurrent calls, the second one gets the attempt of the first.
 */
async function inLanguage(shop: Shop, attempt: AttemptRow, language: Language): Promise<AttemptRow> {
  if (attempt.language === language) return attempt
  return shop.db.transaction().execute(async (trx) => {
    const now = shop.now()
    const replaced = (await attemptsOf(trx, attempt.order_id)).filter(({ reason }) => reason === 'language')
    if (replaced.length >= maxLanguageChanges) return (await openAttempt(trx, attempt.order_id)) ?? attempt
    if (await endAttempt(trx, attempt.id, { status: 'cancelled', reason: 'language' }, now.toISOString())) {
      await closeAtProvider(trx, attempt, now)
      const { provider, amount, currency, order_id: orderId, created_at: begun } = attempt
      const isDifference = attempt.is_difference === 1
      // Keeps the original creation time, so that changing the language does not extend the reservation.
      await insertAttempt(
        trx,
        newAttempt({ id: newId(now.getTime()), orderId, provider, amount, currency, language, isDifference }, begun),
      )
    }
    return (await openAttempt(trx, attempt.order_id)) ?? attempt
  })
}
