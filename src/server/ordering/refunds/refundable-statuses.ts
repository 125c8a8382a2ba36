import type { OrderStatus } from '../../../domain/orders/order-status.ts'

/** While an order is in one of these, something of it can be refunded or credited. */
export const refundableStatuses: ReadonlySet<OrderStatus> = new Set([
  'confirmed',
  'processing',
  'shipped',
  'delivered',
  'return_requested',
  'returned',
  'refunded',
])
