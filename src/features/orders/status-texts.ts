import type { OrderStatus } from '../../domain/orders/order-status.ts'
import type { TextKey } from '../../i18n/translator.ts'

/** The text of each order status for shoppers. */
export const statusTexts: Record<OrderStatus, TextKey> = {
  pending_payment: 'checkout:status.pending_payment',
  confirmed: 'checkout:status.confirmed',
  processing: 'checkout:status.processing',
  shipped: 'checkout:status.shipped',
  delivered: 'checkout:status.delivered',
  failed: 'checkout:status.failed',
  expired: 'checkout:status.expired',
  cancelled: 'checkout:status.cancelled',
  return_requested: 'checkout:status.return_requested',
  returned: 'checkout:status.returned',
  refunded: 'checkout:status.refunded',
}
