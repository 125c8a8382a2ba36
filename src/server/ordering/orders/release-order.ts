import { invalidateStock } from '../../catalog/maintenance/invalidate-stock.ts'
import { codesJson } from '../../platform/db/json-columns.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { returnCoupon } from '../../pricing/discounts/queries.ts'
import { releaseGiftCards } from '../gift-cards/redeem.ts'
import { heldReservations, releaseReservation, type OrderRow } from './queries.ts'

/**
 * Releases what an unpaid or cancelled order reserved: stock, coupon uses and gift card money, in the order in which
 * they were reserved.
 */
export async function releaseOrder(
  trx: DatabaseTransaction,
  order: Pick<OrderRow, 'id' | 'coupons'>,
  now: Date,
): Promise<void> {
  const reservations = await heldReservations(trx, order.id)
  for (const reservation of reservations) await releaseReservation(trx, reservation)
  await invalidateStock(trx, reservations, now)
  for (const code of codesJson.read(order.coupons)) await returnCoupon(trx, code, order.id, now.toISOString())
  await releaseGiftCards(trx, order.id, now)
}
