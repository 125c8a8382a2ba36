import { transition, lockOrder, type OrderDesk } from '../orders/transition.ts'
import type { OrderRow } from '../orders/queries.ts'
import { requireReleased } from '../orders/require-released.ts'

export type Handling = { orderId: string; actor: string; note?: string }

/** Tells that an order is being packed; one that is further on stays as it is. */
export async function startProcessing({ db, now }: OrderDesk, { orderId, ...action }: Handling): Promise<OrderRow> {
  const at = now()
  return db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, orderId, at)
    if (['processing', 'shipped', 'delivered'].includes(order.status)) return order
    requireReleased(order)
    return transition(trx, order, 'processing', { ...action, now: at })
  })
}
