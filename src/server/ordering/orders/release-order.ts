import { codesJson } from '../../platform/db/json-columns.ts'
import { noteStockChange } from '../../catalog/maintenance/note-stock-change.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { returnCoupon } from '../../pricing/discounts/queries.ts'
import { releaseGiftCards } from '../gift-cards/redeem.ts'
import { heldReservations, releaseReservation, type OrderRow } from './queries.ts'

/**
 * Gives back what an order that came to nothing had taken: its pieces, its coupons' uses and its gift cards' money, in
 * the order they were taken.
 */
export async function releaseOrder(
  trx: DatabaseTransaction,
  order: Pick<OrderRow, 'id' | 'coupons'>,
  now: Date,
): Promise<void> {
  const reservations = await heldReservations(trx, order.id)
  for (const reservation of reservations) await releaseReservation(trx, reservation)
  await noteStockChange(trx, reservations, now)
  for (const code of codesJson.read(order.coupons)) await returnCoupon(trx, code)
  await releaseGiftCards(trx, order.id, now)
}
