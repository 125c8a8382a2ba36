import { editOrder } from '../../../../src/server/ordering/edits/edit-order.ts'
import type { OrderEdit } from '../../../../src/server/ordering/edits/order-edit.ts'
import { orderById, orderLineRows } from '../../../../src/server/ordering/orders/queries.ts'
import { openDifference } from '../../../../src/server/ordering/payment/open-difference.ts'
import { attemptsOf } from '../../../../src/server/payments/queries.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { movableClock } from '../checkout/buyer.ts'
import { pay } from '../orders/parcels.ts'

export const clock = movableClock()
/** Payments are in the order of their time. */
export const edit = (shop: Shop, orderId: string, wanted: OrderEdit, expected?: number) => {
  clock.advance(1)
  return editOrder(shop, { orderId, actor: 'test', edit: wanted, expected })
}
export const units = (...pairs: [position: number, quantity: number][]): OrderEdit => ({ quantities: new Map(pairs) })

export async function sums(shop: Shop, id: string) {
  const order = await orderById(shop.db, id)
  if (!order) throw new Error('no order')
  const { items_total, discount_total, delivery_total, vat_total, total, unpaid_difference, hold } = order
  return { items_total, discount_total, delivery_total, vat_total, total, unpaid_difference, hold }
}

export const lines = async (shop: Shop, id: string) =>
  (await orderLineRows(shop.db, id)).map((line) => [line.position, line.sku, line.quantity, line.unit_price])

export const money = async (shop: Shop, id: string) =>
  (await attemptsOf(shop.db, id)).map(({ status, captured, refunded }) => [status, captured, refunded])

export async function payDifference(shop: Shop, id: string, payer = pay): Promise<string> {
  const order = await orderById(shop.db, id)
  const attempt = order && (await openDifference(shop, order, 'sv'))
  if (!attempt) throw new Error('nothing to pay')
  await payer(shop, attempt)
  return attempt
}

export const setPrice = ({ db }: Shop, id: string, amount: number) =>
  db.updateTable('prices').set({ amount }).where('product_id', '=', id).execute()
