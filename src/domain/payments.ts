/** A payment attempt's life; `held` was paid in a wrong amount or currency and waits for a person or the right payment. */
export type PaymentAttemptStatus = 'started' | 'held' | 'succeeded' | 'failed' | 'expired'

/** What a provider can tell about an attempt, in the words of the shop. */
export type PaymentOutcome = 'succeeded' | 'failed' | 'expired'
