import type { Queryable } from '../../platform/db/tables.ts'
import { intervalOf } from '../orders/order-page.ts'
import { orderLineRows, type OrderRow } from '../orders/queries.ts'
import { isRenewal } from './queries.ts'

/** Tells whether an order starts or renews a subscription, so that its payment method must be saved. */
export async function isSubscribed(db: Queryable, { id, checkout_id: checkoutId }: OrderRow): Promise<boolean> {
  return (await orderLineRows(db, id)).some((line) => intervalOf(line) > 0) || (await isRenewal(db, checkoutId))
}
