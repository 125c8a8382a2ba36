import type { SubscriberAction, SubscriptionAction, SubscriptionStatus } from '../../../domain/orders/subscriptions.ts'
import type { TextKey } from '../../../i18n/translator.ts'

export const statusTexts: Record<SubscriptionStatus, TextKey> = {
  active: 'account:subscription.status_active',
  paused: 'account:subscription.status_paused',
  unpaid: 'account:subscription.status_unpaid',
  cancelled: 'account:subscription.status_cancelled',
}

export const doneTexts: Record<SubscriberAction, TextKey> = {
  pause: 'account:subscription.done_pause',
  resume: 'account:subscription.done_resume',
  skip: 'account:subscription.done_skip',
  interval: 'account:subscription.done_interval',
  move: 'account:subscription.done_move',
  cancel: 'account:subscription.done_cancel',
}

/** Actions that are one button; the interval has a choice beside it. */
export const buttonTexts: Record<Exclude<SubscriptionAction, 'interval'>, TextKey> = {
  resume: 'account:subscription.resume',
  skip: 'account:subscription.skip',
  pause: 'account:subscription.pause',
  cancel: 'account:subscription.cancel',
}
