import { deliveryJson } from '../../platform/db/json-columns.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { orderDelivery } from '../orders/order-page.ts'
import { writeDelivery, type OrderRow } from '../orders/queries.ts'

/**
 * Forgets the days on which an order was to arrive if it is paid or released too late to leave on the day that the
 * checkout promised. Returns the order as it is then.
 */
export async function withoutMissedArrival(trx: DatabaseTransaction, order: OrderRow, now: Date): Promise<OrderRow> {
  const known = orderDelivery(order)
  if (!known.arrives || known.arrives.orderBefore > now.toISOString()) return order
  const delivery = deliveryJson.write({ ...known, arrives: undefined })
  await writeDelivery(trx, order.id, delivery)
  return { ...order, delivery }
}
