import type { RevisionField, RevisionView } from '../../../contracts/customer-pages/subscription-page.ts'
import { maxQuantity } from '../../../domain/cart/cart-lines.ts'
import type { SubscriberAction, SubscriptionAction, SubscriptionStatus } from '../../../domain/orders/subscriptions.ts'
import { fieldErrorTexts } from '../../../i18n/field-error-texts.ts'
import type { TextKey, Translate } from '../../../i18n/translator.ts'

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
  revise: 'account:subscription.done_revise',
}

/** Actions that are one button; the interval has a choice beside it. */
export const buttonTexts: Record<Exclude<SubscriptionAction, 'interval'>, TextKey> = {
  resume: 'account:subscription.resume',
  skip: 'account:subscription.skip',
  pause: 'account:subscription.pause',
  cancel: 'account:subscription.cancel',
}

/** What is wrong with a field of the form for quantity and address, in words. */
export function revisionFault(
  { faults, left }: Pick<RevisionView, 'faults' | 'left'>,
  field: RevisionField,
  t: Translate,
): string | undefined {
  const fault = faults[field]
  if (!fault) return undefined
  if (fault === 'quantity_invalid') return t('account:subscription.quantity_invalid', { max: maxQuantity })
  if (fault !== 'more_than_stock') return t(fieldErrorTexts[fault])
  return left === 0
    ? t('account:subscription.more_than_stock_none')
    : t('account:subscription.more_than_stock', { count: left })
}
