import type { TrackedOrder } from './order-page.ts'

/** What the track-order screen shows: the form, an order's status, one neutral "not found", or "try again later". */
export type TrackAnswer = { number: string } & (
  | { kind: 'asked' } | { kind: 'found'; order: TrackedOrder } | { kind: 'not_found' } | { kind: 'too_many' }
)
