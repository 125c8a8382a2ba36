import { reservationMinutes } from '../../../domain/products/stock.ts'
import { expireAttempts } from '../payment/close-attempts.ts'
import type { Shop } from '../shop.ts'
import { orderById, overdueOrders } from '../orders/queries.ts'
import { releaseOrder } from '../orders/release-order.ts'
import { orderAction, tryTransition } from '../orders/transition.ts'

/** Expires up to 100 orders that were not paid in time and releases what they reserved. Returns how many. */
export async function expireOrders(shop: Shop): Promise<number> {
  const action = orderAction(shop, 'shop')
  const { now } = action
  const ids = await overdueOrders(shop.db, new Date(now.getTime() - reservationMinutes * 60_000).toISOString(), 100)
  for (const id of ids) {
    await shop.db.transaction().execute(async (trx) => {
      const order = await orderById(trx, id)
      await expireAttempts(trx, id, now.toISOString())
      const waiting = order && { ...order, status: 'pending_payment' as const }
      if (!waiting || !(await tryTransition(trx, waiting, 'expired', action))) return
      await releaseOrder(trx, waiting, now)
    })
  }
  return ids.length
}
