import { editOrder } from '../../../../src/server/ordering/edits/edit-order.ts'
import {
  placePhoneOrder,
  previewPhoneOrder,
  type PhoneOrder,
} from '../../../../src/server/ordering/phone-orders/phone-order.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { aForm } from '../../ordering/checkout/buyer.ts'
import { confirmed } from '../../ordering/orders/parcels.ts'
import { exchangedOrders } from './exchanged-orders.ts'
import { partlyShippedOrders } from './partly-shipped-orders.ts'

/** Somebody on the staff orders for a buyer, who gets a link to pay. */
export async function phoneOrder(shop: Shop, name: string): Promise<void> {
  const form = aForm({ name, payment_method: 'link' })
  const order: PhoneOrder = { customerId: null, items: [{ sku: 'FAN', quantity: 1 }], form, language: 'sv' }
  const { seen } = await previewPhoneOrder(shop, order)
  const actor = { staffId: 'seller', name: 'Karin', address: '127.0.0.1' }
  const placed = await placePhoneOrder(shop, order, { actor, key: 'form', seen })
  if (placed.kind !== 'placed') throw new Error(placed.kind)
}

/** Changed orders: nothing, more and less to pay; charged, reserved, billed and partly shipped. And exchanged ones. */
export async function editedOrders(shop: Shop): Promise<void> {
  const [paid, reserved, billed] = [
    await confirmed(shop, [['BAT', 2]]),
    await confirmed(shop, [['BAT', 2]]),
    await confirmed(shop, [['BAT', 2]], { form: { payment_method: 'invoice' } }),
  ]
  await shop.db.updateTable('payment_attempts').set({ captured: 0 }).where('order_id', '=', reserved).execute()
  const edit = (orderId: string, quantity: number) =>
    editOrder(shop, { orderId, actor: 'operator', edit: { quantities: new Map([[1, quantity]]) } })
  await editOrder(shop, { orderId: paid, actor: 'operator', edit: { address: { line1: 'Nygatan 2' } } })
  for (const quantity of [1, 3]) await edit(paid, quantity)
  await edit(reserved, 1)
  for (const quantity of [1, 2]) await edit(billed, quantity)
  await exchangedOrders(shop)
  await partlyShippedOrders(shop)
}
