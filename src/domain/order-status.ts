export const orderStatuses = [
  'pending_payment', 'confirmed', 'processing', 'shipped', 'delivered', 'failed', 'expired', 'cancelled',
  'return_requested', 'returned', 'refunded',
] as const
export type OrderStatus = (typeof orderStatuses)[number]

/** Every allowed change of an order's status; what is not in the table cannot happen. */
export const orderTransitions: Record<OrderStatus, readonly OrderStatus[]> = {
  pending_payment: ['confirmed', 'failed', 'expired'],
  confirmed: ['processing', 'cancelled'],
  processing: ['shipped', 'cancelled'],
  shipped: ['delivered'],
  delivered: ['return_requested'],
  return_requested: ['returned', 'delivered'],
  returned: ['refunded'],
  failed: [],
  expired: [],
  cancelled: [],
  refunded: [],
}

export function canBecome(from: OrderStatus, to: OrderStatus): boolean {
  return orderTransitions[from].includes(to)
}
