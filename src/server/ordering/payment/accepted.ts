import type { NewOrder } from '../orders/insert-order-queries.ts'
import { actorOf, moneyOf, paymentEvent } from './complete-order.ts'
import { historyEntry } from '../orders/order-history.ts'
import type { PaymentNotice, PaymentProvider } from '../../payments/provider.ts'

/** The word of a provider that pays an order without being asked for it. */
export type Acceptance = { provider: string; notice: PaymentNotice }

/**
 * Undefined where somebody has to be asked, or where the provider's word is about another amount: `completeOrder` holds
 * such an order.
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

/** An order that is written as confirmed: what `completeOrder` makes of one that waited for this word. */
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
