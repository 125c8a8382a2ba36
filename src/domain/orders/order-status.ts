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
 * The allowed status changes of an order; all others are rejected. A customer may withdraw while the parcel is on its
 * way, and may return the rest after a partial return.
 */
const orderTransitions: Record<OrderStatus, readonly OrderStatus[]> = {
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

/** Tells whether an order may go from one status to another. */
export function canBecome(from: OrderStatus, to: OrderStatus): boolean {
  return orderTransitions[from].includes(to)
}

const neverPaid: ReadonlySet<OrderStatus> = new Set(['pending_payment', 'failed', 'expired'])

/** Tells whether the order was ever confirmed: paid, or bought on invoice. */
export function wasConfirmed(status: OrderStatus): boolean {
  return !neverPaid.has(status)
}
