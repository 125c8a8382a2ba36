import { invalidateStock } from '../../catalog/maintenance/invalidate-stock.ts'
import { releasedReservations, reserveReleasedStock } from '../../payments/queries.ts'
import { codesJson } from '../../platform/db/json-columns.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { redeemCoupon } from '../../pricing/discounts/queries.ts'
import { redeemReleasedGiftCards } from '../gift-cards/redeem.ts'
import type { OrderRow } from '../orders/queries.ts'
import { reserveStock } from '../orders/stock-queries.ts'

/** Rolls back a transaction because stock, a coupon or a gift card is no longer available. */
export class ReservationConflict extends Error {
  override readonly name = 'ReservationConflict'
}

/**
 * Reserves an expired order's stock, coupon uses and gift card money again. Throws ReservationConflict, which must roll
 * the transaction back, if one of them is no longer available.
 */
export async function reviveOrder(trx: DatabaseTransaction, order: OrderRow, now: Date): Promise<void> {
  const reservations = await releasedReservations(trx, order.id)
  const left = await reserveStock(trx, reservations)
  if (left.length < reservations.length) throw new ReservationConflict()
  const person = { customerId: order.customer_id, email: order.email }
  for (const code of codesJson.read(order.coupons)) {
    const use = { code, orderId: order.id, person, at: now.toISOString() }
    if (!(await redeemCoupon(trx, use))) throw new ReservationConflict()
  }
  if (!(await redeemReleasedGiftCards(trx, order.id, now))) throw new ReservationConflict()
  await reserveReleasedStock(trx, order.id)
  await invalidateStock(
    trx,
    reservations.map(({ product_id, quantity }) => ({ product_id, quantity: -quantity })),
    now,
    left,
  )
}
