import { href } from '../../../routes.ts'
import type { OrderRow } from '../orders/queries.ts'

/** The page that shows what became of an order's payment; an order that still waits is shown as placed. */
export function paymentResult({
  status,
  language,
  checkout_id: id,
}: Pick<OrderRow, 'status' | 'language' | 'checkout_id'>): string {
  const screen = status === 'failed' || status === 'expired' ? 'checkout-failed' : 'checkout-confirmation'
  return href(language, screen, { id })
}
