import type { Queryable } from '../../platform/db/tables.ts'
import { orderLineRows, type OrderRow } from '../orders/queries.ts'
import { isRenewal } from './queries.ts'
import { intervalOf } from './start-subscriptions.ts'

/** Whether an order begins a subscription or comes of one, so that the way it is paid will be wanted again. */
export async function isSubscribed(db: Queryable, { id, checkout_id: checkoutId }: OrderRow): Promise<boolean> {
  return (await orderLineRows(db, id)).some((line) => intervalOf(line) > 0) || (await isRenewal(db, checkoutId))
}
