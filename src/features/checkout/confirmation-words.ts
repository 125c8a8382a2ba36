import type { ConfirmationPage } from '../../contracts/customer-pages/order-page.ts'
import type { TextKey } from '../../i18n/translator.ts'

/** Whether something of an order waits for its payment. */
export function isUnpaid({ status, toPay }: ConfirmationPage['order']): boolean {
  return status === 'pending_payment' || toPay > 0
}

/** What the confirmation says will happen next. */
export function nextStep({ order, isBuyer }: Pick<ConfirmationPage, 'order' | 'isBuyer'>): TextKey {
  if (order.status === 'cancelled') return 'checkout:confirmation.next_cancelled'
  if (order.status === 'pending_payment')
    return isBuyer ? 'checkout:confirmation.next_pending' : 'checkout:confirmation.next_unpaid'
  if (isUnpaid(order) && !isBuyer) return 'checkout:confirmation.next_difference'
  if (order.isOnHold) return 'checkout:confirmation.next_hold'
  if (order.delivery.kind === 'mail') return 'checkout:confirmation.next_mailed'
  return order.paymentMethod === 'invoice' ? 'checkout:confirmation.next_invoice' : 'checkout:confirmation.next_paid'
}

/** Where the mail with the confirmation is, and who sees the buyer; nothing of an order that is cancelled. */
export function mailStep({
  order: { status },
  isBuyer,
}: Pick<ConfirmationPage, 'order' | 'isBuyer'>): TextKey | undefined {
  if (status === 'cancelled') return undefined
  // The confirmation is mailed when the order is paid.
  if (status === 'pending_payment')
    return isBuyer ? 'checkout:confirmation.mail_unpaid' : 'checkout:confirmation.elsewhere_unpaid'
  return isBuyer ? 'checkout:confirmation.mail' : 'checkout:confirmation.elsewhere'
}
