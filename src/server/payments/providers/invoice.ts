import type { PaymentProvider } from '../provider.ts'

/** Pay later by invoice: the order is accepted at once and the bill follows with the goods. */
export const invoice: PaymentProvider = {
  name: 'invoice',
  isOffered: () => true,
  accept: (attempt) => ({
    eventId: `accepted:${attempt.id}`, attemptId: attempt.id, outcome: 'succeeded', amount: attempt.amount,
    currency: attempt.currency, reason: null,
  }),
  start: null,
  readWebhook: null,
}
