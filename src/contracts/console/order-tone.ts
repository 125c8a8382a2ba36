import type { OrderStatus } from '../../domain/orders/order-status.ts'
import type { ListCell } from './lists.ts'

const tones: Partial<Record<OrderStatus, NonNullable<ListCell['tone']>>> = {
  confirmed: 'warn',
  processing: 'warn',
  shipped: 'good',
  delivered: 'good',
  return_requested: 'signal',
}

/** How an order's status is marked in lists and at the head of its screen: what waits for staff is marked. */
export const orderTone = (status: OrderStatus) => tones[status] ?? 'plain'
