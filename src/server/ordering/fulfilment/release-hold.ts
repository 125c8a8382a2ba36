import { wasConfirmed } from '../../../domain/order-status.ts'
import { startFollowUps } from '../payment/confirm-order.ts'
import { appendOrderEvent } from '../orders/order-history.ts'
import { notPossible, lockOrder, type OrderDesk } from '../orders/transition.ts'
import { clearHold } from '../orders/hold-queries.ts'
import { orderLineRows, type OrderRow } from '../orders/queries.ts'

export type Release = { orderId: string; actor: string }

/**
 * Lets an order that waited for a person go on; what was promised with it is made now. One that does not wait stays as
 * it is.
 */
export async function releaseHold({ db, now }: OrderDesk, { orderId, actor }: Release): Promise<OrderRow> {
  const at = now()
  return db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, orderId, at)
    if (order.hold === null) return order
    if (order.status === 'cancelled' || order.status === 'failed') throw notPossible(order, 'released')
    await clearHold(trx, order.id)
    const released = { ...order, hold: null }
    await appendOrderEvent(trx, released, { actor, now: at, note: `released: ${order.hold}` })
    if (wasConfirmed(order.status)) await startFollowUps(trx, released, await orderLineRows(trx, order.id), at)
    return released
  })
}
