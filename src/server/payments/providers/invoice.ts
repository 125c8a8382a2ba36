import type { PaymentProvider } from '../provider.ts'

/**
 * Pay later by invoice: the order is accepted at once, the invoice is sent with the goods, and a refund is a credit
 * note.
 */
export const invoice: PaymentProvider = {
  name: 'invoice',
  method: 'invoice',
  isOffered: ({ settings }, language) => settings.locale(language).paymentMethods.includes('invoice'),
  brings: ['invoice'],
  accept: (attempt) => ({
    eventId: `accepted:${attempt.id}`,
    attemptId: attempt.id,
    outcome: 'succeeded',
    amount: attempt.amount,
    currency: attempt.currency,
    reason: null,
    captured: false,
  }),
  start: null,
  repeat: null,
  readNotice: null,
  ask: null,
  capture: null,
  refund: null,
  cancel: null,
}
