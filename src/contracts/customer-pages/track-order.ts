import { z } from 'zod/mini'
import { fieldLengths } from '../../domain/field-lengths.ts'
import { formText, formTextIfSent } from '../form-fields.ts'
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

/** Both forms of the screen: with an `email` it asks for a link, without one for the status. */
export const trackOrderForm = z.object({
  number: formText(fieldLengths.order_number),
  postal_code: formText(fieldLengths.postal_code),
  email: formTextIfSent,
})
