import { href } from '../../../routes.ts'
import type { OrderRow } from '../orders/queries.ts'

/** Returns the path of the page that shows a payment's result. A pending order is shown on the confirmation page. */
export function paymentResult({
  status,
  language,
  checkout_id: id,
}: Pick<OrderRow, 'status' | 'language' | 'checkout_id'>): string {
  const screen = status === 'failed' || status === 'expired' ? 'checkout-failed' : 'checkout-confirmation'
  return href(language, screen, { id })
}
