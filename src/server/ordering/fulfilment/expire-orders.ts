import { reservationMinutes } from '../../../domain/products/stock.ts'
import { forEach } from '../for-each.ts'
import { overdueDifferences, overdueOrders } from '../orders/queries.ts'
import { releaseOrder } from '../orders/release-order.ts'
import { lockOrder, orderAction, transition } from '../orders/transition.ts'
import { expireAttempts } from '../payment/close-attempts.ts'
import type { Shop } from '../shop.ts'

/**
 * Expires up to 100 orders that were not paid in time and releases what they reserved. Returns how many. A failure
 * does not stop the others; its error is thrown when they are done.
 */
export async function expireOrders(shop: Shop): Promise<number> {
  const action = orderAction(shop, 'shop')
  const { now } = action
  const ids = await overdueOrders(shop.db, new Date(now.getTime() - reservationMinutes * 60_000).toISOString(), 100)
  await forEach(ids, (id) =>
    shop.db.transaction().execute(async (trx) => {
      const order = await lockOrder(trx, id, now)
      await expireAttempts(trx, id, now.toISOString())
      if (order.status !== 'pending_payment') return
      await transition(trx, order, 'expired', action)
      await releaseOrder(trx, order, now)
    }),
  )
  return ids.length
}

/** How long a payment page for a changed order stays open; its link in the mail opens another one. */
const differenceHours = 24

/** Closes payment pages for changed orders that nobody used. Returns how many orders had one. */
export async function expireDifferences({ db, now }: Pick<Shop, 'db' | 'now'>): Promise<number> {
  const at = now()
  const ids = await overdueDifferences(db, new Date(at.getTime() - differenceHours * 3_600_000).toISOString(), 100)
  await forEach(ids, async (id) => {
    await db.transaction().execute((trx) => expireAttempts(trx, id, at.toISOString()))
  })
  return ids.length
}
