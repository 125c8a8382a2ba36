import { withoutMissedArrival } from '../delivery/missed-arrival.ts'
import { clearHold, setHold } from '../orders/hold-queries.ts'
import { orderEvent } from '../orders/order-events.ts'
import { appendOrderEvent } from '../orders/order-history.ts'
import type { OrderRow } from '../orders/queries.ts'
import { orderAction, notPossible, lockOrder, type OrderServices } from '../orders/transition.ts'

export type Release = { orderId: string; actor: string }

/**
 * Releases an order from its hold; subscribers then create what was delayed, such as gift cards. What is still to pay
 * for a changed order can be paid later; where a hold by hand stood before that, the order waits for the payment next.
 * An order without a hold is returned unchanged.
 */
export async function releaseHold(services: OrderServices, { orderId, actor }: Release): Promise<OrderRow> {
  const action = orderAction(services, actor)
  return services.db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, orderId, action.now)
    if (order.hold === null) return order
    if (order.status === 'cancelled' || order.status === 'failed') throw notPossible(order, 'released')
    const next = order.hold === 'by_hand' && order.unpaid_difference > 0 ? 'unpaid_difference' : null
    await clearHold(trx, order.id)
    if (next) await setHold(trx, order.id, next)
    const released = { ...(await withoutMissedArrival(trx, order, action.now)), hold: next } as const
    await appendOrderEvent(trx, released, { ...action, note: `released: ${order.hold}` })
    const event = { type: 'order.hold_released', hold: order.hold } as const
    if (next === null && order.hold !== 'unpaid_difference')
      await action.events.emit(trx, orderEvent(trx, released, action.now, event))
    return released
  })
}
