import { orderAction, transition, lockOrder, type OrderDesk } from '../orders/transition.ts'
import type { OrderRow } from '../orders/queries.ts'
import { requireReleased } from '../orders/order-state.ts'

export type Handling = { orderId: string; actor: string; note?: string }

/** Tells that an order is being packed; one that is further on stays as it is. */
export async function startProcessing(desk: OrderDesk, { orderId, actor, note }: Handling): Promise<OrderRow> {
  const action = orderAction(desk, actor, note)
  return desk.db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, orderId, action.now)
    if (['processing', 'shipped', 'delivered'].includes(order.status)) return order
    requireReleased(order)
    return transition(trx, order, 'processing', action)
  })
}
