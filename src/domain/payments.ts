/** A payment attempt's life; only `started` may still change. */
export type PaymentAttemptStatus = 'started' | 'succeeded' | 'failed' | 'expired'

/** What a provider can tell about an attempt, in the words of the shop. */
export type PaymentOutcome = 'succeeded' | 'failed' | 'expired'
