import type { TrackedOrder } from './order-page.ts'

/**
 * What the track-order screen shows: the form, an order's status, one neutral "not found", one neutral "if there is
 * such an order, a link is on its way", or "try again later".
 */
export type TrackAnswer = { number: string } & (
  | { kind: 'asked' }
  | { kind: 'found'; order: TrackedOrder }
  | { kind: 'not_found' }
  | { kind: 'mailed' }
  | { kind: 'too_many' }
)
