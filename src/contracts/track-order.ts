import type { TrackedOrder } from './order-page.ts'

/**
 * The states of the track-order screen: the form, an order's status, a neutral "not found", a neutral "if the order
 * exists, a link is on its way", or "try again later".
 */
export type TrackAnswer = { number: string } & (
  | { kind: 'asked' }
  | { kind: 'found'; order: TrackedOrder }
  | { kind: 'not_found' }
  | { kind: 'mailed' }
  | { kind: 'too_many' }
)
