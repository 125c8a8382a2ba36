import { reservationMinutes } from '../../../domain/stock.ts'
import { newId } from '../../platform/ids.ts'
import { expireAttempts } from '../payment/close-attempts.ts'
import type { Shop } from '../../shop.ts'
import { insertOrderEvent, moveOrder, orderById, overdueOrders } from './queries.ts'
import { releaseOrder } from './release-order.ts'

/** Ends orders that were never paid and puts their pieces back; gives how many. */
export async function expireOrders(shop: Shop): Promise<number> {
  const now = shop.now()
  const at = now.toISOString()
  const ids = await overdueOrders(shop.db, new Date(now.getTime() - reservationMinutes * 60_000).toISOString(), 100)
  for (const id of ids) {
    await shop.db.transaction().execute(async (trx) => {
      const order = await orderById(trx, id)
      await expireAttempts(trx, id, at)
      if (!order || !(await moveOrder(trx, id, 'pending_payment', 'expired', at))) return
      await releaseOrder(trx, order, now)
      await insertOrderEvent(trx, {
        id: newId(now.getTime()),
        order_id: id,
        at,
        actor: 'shop',
        from_status: 'pending_payment',
        to_status: 'expired',
        note: '',
      })
    })
  }
  return ids.length
}
