import { requireReleased } from '../orders/order-state.ts'
import type { OrderRow } from '../orders/queries.ts'
import { orderAction, transition, lockOrder, type OrderServices } from '../orders/transition.ts'

export type Handling = { orderId: string; actor: string; note?: string }

/**
 * Sets an order to `processing`. Orders that have gone further are returned unchanged. Throws OrderError for an order
 * on hold.
 */
export async function startProcessing(services: OrderServices, { orderId, actor, note }: Handling): Promise<OrderRow> {
  const action = orderAction(services, actor, note)
  return services.db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, orderId, action.now)
    if (['processing', 'shipped', 'delivered'].includes(order.status)) return order
    requireReleased(order)
    return transition(trx, order, 'processing', action)
  })
}
