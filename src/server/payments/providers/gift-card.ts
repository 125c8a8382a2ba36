import type { PaymentProvider } from '../provider.ts'

/**
 * Orders that gift cards pay whole. Its attempts are of nothing, and nothing is all that it accepts: an order with an
 * amount due that was brought here would be held instead of confirmed.
 */
export const giftCard: PaymentProvider = {
  name: 'gift_card',
  isOffered: () => false,
  brings: [],
  accept: (attempt) => ({
    eventId: `accepted:${attempt.id}`,
    attemptId: attempt.id,
    outcome: 'succeeded',
    amount: 0,
    currency: attempt.currency,
    reason: null,
  }),
  start: null,
  repeat: null,
  readNotice: null,
  ask: null,
  capture: null,
  refund: null,
  cancel: null,
}
