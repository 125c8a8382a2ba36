export const orderStatuses = [
  'pending_payment',
  'confirmed',
  'processing',
  'shipped',
  'delivered',
  'failed',
  'expired',
  'cancelled',
  'return_requested',
  'returned',
  'refunded',
] as const
export type OrderStatus = (typeof orderStatuses)[number]

/**
 * Every allowed change of an order's status; what is not in the table cannot happen. A parcel may be withdrawn from
 * while it is on its way, and after a return in part the rest may still come back.
 */
export const orderTransitions: Record<OrderStatus, readonly OrderStatus[]> = {
  pending_payment: ['confirmed', 'failed', 'expired'],
  confirmed: ['processing', 'cancelled'],
  processing: ['shipped', 'cancelled'],
  shipped: ['delivered', 'return_requested'],
  delivered: ['return_requested'],
  return_requested: ['returned', 'delivered'],
  returned: ['refunded', 'return_requested'],
  failed: [],
  expired: ['confirmed'],
  cancelled: [],
  refunded: ['return_requested'],
}

export function canBecome(from: OrderStatus, to: OrderStatus): boolean {
  return orderTransitions[from].includes(to)
}

const neverPaid: ReadonlySet<OrderStatus> = new Set(['pending_payment', 'failed', 'expired'])

/** Whether the order ever counted: paid, or bought on an invoice. */
export function wasConfirmed(status: OrderStatus): boolean {
  return !neverPaid.has(status)
}
