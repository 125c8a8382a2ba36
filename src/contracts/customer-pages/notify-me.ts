import { z } from 'zod/mini'
import { formText } from '../form-fields.ts'

/** What a product page says after its form was sent, as the fragment of its address: the page itself is everybody's. */
const notifyOutcomes = ['notify-sent', 'notify-email', 'notify-confirm', 'notify-later'] as const
export type NotifyOutcome = (typeof notifyOutcomes)[number]

/** The screen behind a mailed link: asks for confirmation of an alert, or confirms it. */
export type NotifyMePage =
  | { kind: 'ask' | 'confirmed'; token: string; name: string; sku: string; path: string }
  | { kind: 'over' }

/** The form of a product page whose part cannot be had. */
export const notifyMeForm = z.object({ sku: formText(300), email: formText(300) })
