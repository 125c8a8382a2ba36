import type { DatabaseTransaction } from '../db/tables.ts'
import { returnCoupons } from '../discounts/queries.ts'
import { heldReservations, releaseReservation, type OrderRow } from './queries.ts'

/** Gives back what an order that came to nothing had taken: its pieces and its coupons' uses. */
export async function releaseOrder(trx: DatabaseTransaction, order: Pick<OrderRow, 'id' | 'coupons'>): Promise<void> {
  for (const reservation of await heldReservations(trx, order.id)) await releaseReservation(trx, reservation)
  await returnCoupons(trx, JSON.parse(order.coupons) as string[])
}
