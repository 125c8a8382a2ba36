import type { PaymentNotice, PaymentProvider } from '../../payments/provider.ts'
import type { NewOrder } from '../orders/insert-order-queries.ts'
import { historyEntry } from '../orders/order-history.ts'
import { actorOf, moneyOf, paymentEvent } from './complete-order.ts'

/** The payment result of a provider that accepts orders without contacting anybody, such as invoices. */
export type Acceptance = { provider: string; notice: PaymentNotice }

/**
 * Accepts a payment at once if its provider can. Undefined if the shopper has to pay first, or if the accepted amount
 * differs; `completeOrder` then holds the payment.
 */
export function acceptanceOf(
  provider: PaymentProvider | undefined,
  attempt: NewOrder['parts']['attempt'],
): Acceptance | undefined {
  const notice = provider?.accept?.(attempt)
  return provider && notice?.amount === attempt.amount && notice.currency === attempt.currency
    ? { provider: provider.name, notice }
    : undefined
}

/**
 * Changes a new order and its rows to confirmed and paid, with the same result as `completeOrder` on a pending order.
 */
export function confirmed<Order extends NewOrder['order']>(
  { order, parts: { attempt, events, reservations, lines, terms } }: NewOrder & { order: Order },
  { provider, notice }: Acceptance,
  now: Date,
): NewOrder & { order: Order } {
  const { id } = order
  const action = { actor: actorOf(provider), now, note: notice.reason ?? '' }
  const parts: NewOrder['parts'] = {
    lines,
    terms,
    attempt: { ...attempt, ...moneyOf(attempt, notice), status: 'succeeded' },
    events: [...events, historyEntry(id, { from: 'pending_payment', to: 'confirmed' }, action)],
    reservations: reservations.map((each) => ({ ...each, expires_at: null })),
    paymentEvent: paymentEvent(provider, notice, now),
  }
  return { order: { ...order, status: 'confirmed' }, parts }
}
