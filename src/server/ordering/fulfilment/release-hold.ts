import { orderEvent } from '../orders/order-events.ts'
import { appendOrderEvent } from '../orders/order-history.ts'
import { orderAction, notPossible, lockOrder, type OrderServices } from '../orders/transition.ts'
import { clearHold } from '../orders/hold-queries.ts'
import type { OrderRow } from '../orders/queries.ts'

export type Release = { orderId: string; actor: string }

/**
 * Releases an order from its hold; subscribers then create what was delayed, such as gift cards. What is still to pay
 * for a changed order can be paid later. An order without a hold is returned unchanged.
 */
export async function releaseHold(desk: OrderServices, { orderId, actor }: Release): Promise<OrderRow> {
  const action = orderAction(desk, actor)
  return desk.db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, orderId, action.now)
    if (order.hold === null) return order
    if (order.status === 'cancelled' || order.status === 'failed') throw notPossible(order, 'released')
    await clearHold(trx, order.id)
    const released = { ...order, hold: null }
    await appendOrderEvent(trx, released, { ...action, note: `released: ${order.hold}` })
    const event = { type: 'order.hold_released', hold: order.hold } as const
    if (order.hold !== 'unpaid_difference') await action.events.emit(trx, orderEvent(trx, released, action.now, event))
    return released
  })
}
