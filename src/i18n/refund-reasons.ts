import type { TextKey, Translate } from './translator.ts'

/** Reasons that the shop gives for a refund. */
const reasons: Readonly<Record<string, TextKey>> = {
  'order changed': 'console-orders:told.why.order_changed',
  'paid too much': 'console-orders:told.why.paid_too_much',
  'dispute won': 'console-orders:told.why.dispute_won',
  'taken too much': 'console-orders:told.why.taken_too_much',
  'not accepted': 'console-orders:told.why.not_accepted',
  'given back at the provider': 'console-orders:told.why.at_the_provider',
}

/** Why money was given back: what people wrote is shown as it is. */
export function refundReason(reason: string, t: Translate): string {
  const key = Object.hasOwn(reasons, reason) ? reasons[reason] : undefined
  return key ? t(key) : reason
}
