import type { PaymentProvider } from '../provider.ts'

/**
 * The provider for orders that gift cards pay in full. It accepts only attempts with an amount of 0: an order with an
 * amount due would be put on hold instead of confirmed.
 */
export const giftCard: PaymentProvider = {
  name: 'gift_card',
  method: null,
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
