import { parseOrderNumber, trackedOrder } from '../../../../src/server/ordering/orders/order-page.ts'
import { orderByNumber } from '../../../../src/server/ordering/orders/queries.ts'
import type { Shop } from '../../../../src/server/shop.ts'

/** What the tracking page shows for a typed order number and postal code. */
export async function trackOrder({ db }: Pick<Shop, 'db'>, number: string, postalCode: string) {
  const order = await orderByNumber(db, parseOrderNumber(number))
  return order && trackedOrder(order, postalCode)
}
