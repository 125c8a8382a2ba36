import { editOrder } from '../../../../src/server/ordering/edits/edit-order.ts'
import { releaseHold } from '../../../../src/server/ordering/fulfilment/release-hold.ts'
import { shipOrder } from '../../../../src/server/ordering/fulfilment/ship-order.ts'
import { orderById } from '../../../../src/server/ordering/orders/queries.ts'
import { writeOutcome } from '../../../../src/server/ordering/payouts/write-outcome.ts'
import { creditAmount } from '../../../../src/server/ordering/refunds/credit-amount.ts'
import { refundOrder } from '../../../../src/server/ordering/refunds/refund-order.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { confirmed } from '../../ordering/orders/parcels.ts'

/** An order that is changed after its first parcel, in both directions, and credited: an amount, then all of it. */
export async function partlyShippedOrders(shop: Shop): Promise<void> {
  const orderId = await confirmed(shop, [['BAT', 3]], { form: { payment_method: 'invoice' } })
  const by = { orderId, actor: 'operator' }
  await shipOrder(shop, { ...by, carrier: '', trackingNumber: '', units: [{ position: 1, quantity: 1 }] })
  await editOrder(shop, { ...by, edit: { added: [{ sku: 'BAT', quantity: 1 }] } })
  await editOrder(shop, { ...by, edit: { quantities: new Map([[1, 2]]) } })
  await creditAmount(shop, { ...by, amount: 1_000, reason: 'scratched' })
  await shipOrder(shop, { ...by, carrier: '', trackingNumber: 'PN 3' })
  await refundOrder(shop, { ...by, reason: '', withDelivery: true })
  await partlyPaidOrder(shop)
  await disputedOrder(shop)
}

/** An order that is sent before its addition is paid, and refunded: less than is unpaid, then more. */
async function partlyPaidOrder(shop: Shop): Promise<void> {
  const by = { orderId: await confirmed(shop, [['BAT', 1]]), actor: 'operator' }
  await editOrder(shop, { ...by, edit: { quantities: new Map([[1, 3]]) } })
  await releaseHold(shop, by)
  await shipOrder(shop, { ...by, carrier: '', trackingNumber: '' })
  await refundOrder(shop, { ...by, reason: '', units: [{ position: 1, quantity: 1 }], withDelivery: false })
  await refundOrder(shop, { ...by, reason: '', withDelivery: true })
}

/** An order that its bank has paid back, of which parts are taken off. */
async function disputedOrder(shop: Shop): Promise<void> {
  const by = { orderId: await confirmed(shop, [['BAT', 3]]), actor: 'operator' }
  await shipOrder(shop, { ...by, carrier: '', trackingNumber: '', units: [{ position: 1, quantity: 1 }] })
  const order = await orderById(shop.db, by.orderId)
  if (!order) throw new Error('There is no order.')
  const of = { day: '2026-06-15', reference: 'pi_1', payout_row: 't1', undoes: null }
  const outcome = { ...of, kind: 'receivable' as const, amount: order.total }
  await shop.db
    .transaction()
    .execute((trx) => writeOutcome(trx, order, { outcome, shares: [] }, { actor: 'x', now: shop.now() }))
  await editOrder(shop, { ...by, edit: { quantities: new Map([[1, 2]]) } })
}
