import { codesJson } from '../../platform/db/json-columns.ts'
import { noteStockChange } from '../../catalog/maintenance/note-stock-change.ts'
import { reserveStock } from '../orders/stock-queries.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { redeemCoupon } from '../../pricing/discounts/queries.ts'
import { redeemAgain } from '../gift-cards/redeem.ts'
import type { OrderRow } from '../orders/queries.ts'
import { releasedReservations, takeReleasedAgain } from '../../payments/queries.ts'

/** Rolls back what was taken: a piece or a coupon of the order went to somebody else. */
export class ReservationConflict extends Error {
  override readonly name = 'ReservationConflict'
}

/**
 * Takes again what an expired order had, pieces, coupons' uses and gift cards' money; throws ReservationConflict, for
 * the whole transaction, when something is gone.
 */
export async function reviveOrder(trx: DatabaseTransaction, order: OrderRow, now: Date): Promise<void> {
  const pieces = await releasedReservations(trx, order.id)
  const left = await reserveStock(trx, pieces)
  if (left.length < pieces.length) throw new ReservationConflict()
  for (const code of codesJson.read(order.coupons)) {
    if (!(await redeemCoupon(trx, code))) throw new ReservationConflict()
  }
  if (!(await redeemAgain(trx, order.id, now))) throw new ReservationConflict()
  await takeReleasedAgain(trx, order.id)
  await noteStockChange(
    trx,
    pieces.map(({ product_id, quantity }) => ({ product_id, quantity: -quantity })),
    now,
    left,
  )
}
