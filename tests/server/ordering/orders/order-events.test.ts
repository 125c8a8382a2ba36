import { expect, test } from 'vitest'
import { cancelOrder } from '../../../../src/server/ordering/fulfilment/cancel-order.ts'
import { deliverOrder } from '../../../../src/server/ordering/fulfilment/deliver-order.ts'
import { shipOrder } from '../../../../src/server/ordering/fulfilment/ship-order.ts'
import { OrderEvents, type OrderEvent } from '../../../../src/server/ordering/orders/order-events.ts'
import { orderById, orderEventRows } from '../../../../src/server/ordering/orders/queries.ts'
import { addToOutbox } from '../../../../src/server/platform/outbox/queries.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { aForm, bought, fixtureShop } from '../checkout/buyer.ts'

/** The shop with one more subscriber, which is called first. */
function subscribed(shop: Shop, heard: (event: OrderEvent) => void | Promise<void>): Shop {
  const all = new OrderEvents([async (_trx, event) => heard(event), (trx, event) => shop.orderEvents.emit(trx, event)])
  return { ...shop, orderEvents: all }
}

const parcel = (orderId: string) => ({ orderId, actor: 'operator', carrier: 'PostNord', trackingNumber: 'PN1' })

test('every change of an order is an event, with the order as it is then and its lines', async () => {
  await using made = await fixtureShop()
  const heard: OrderEvent[] = []
  const lines: unknown[] = []
  const shop = subscribed(made, async (event) => {
    heard.push(event)
    lines.push(...(await event.lines()))
  })
  const { orderId } = await bought(shop, [['FAN', 2]], aForm({ payment_method: 'invoice' }))
  const { shipment } = await shipOrder(shop, parcel(orderId))
  await deliverOrder(shop, { orderId, actor: 'operator' })
  const expected = [
    ['order.placed', 'confirmed'],
    ['order.confirmed', 'confirmed'],
    ['order.processing', 'processing'],
    ['order.parcel_sent', 'processing'],
    ['order.shipped', 'shipped'],
    ['order.delivered', 'delivered'],
  ]
  expect(heard.map(({ type, order }) => [type, order.status])).toEqual(expected)
  expect(heard[3]).toMatchObject({ shipmentId: shipment.id, isSilent: false })
  expect(lines).toMatchObject(expected.map(() => ({ sku: 'FAN', quantity: 2 })))
})

test('a cancellation tells of the refund and of the new status', async () => {
  await using made = await fixtureShop()
  const heard: string[] = []
  const shop = subscribed(made, ({ type }) => void heard.push(type))
  const { orderId } = await bought(made, [['FAN', 1]], aForm({ payment_method: 'invoice' }))
  await cancelOrder(shop, { orderId, actor: 'operator', reason: 'asked for' })
  expect(heard).toEqual(['order.refund_recorded', 'order.cancelled', 'order.refund_written'])
})

test('what a subscriber cannot do undoes the change, and what the others wrote', async () => {
  await using made = await fixtureShop()
  const shop = subscribed(made, ({ type }) => {
    if (type === 'order.parcel_sent') throw new Error('no paper')
  })
  const { orderId } = await bought(made, [['FAN', 1]], aForm({ payment_method: 'invoice' }))
  const before = await orderEventRows(made.db, orderId)
  await expect(shipOrder(shop, parcel(orderId))).rejects.toThrow('no paper')
  expect((await orderById(made.db, orderId))?.status).toBe('confirmed')
  expect(await orderEventRows(made.db, orderId)).toEqual(before)
  const mails = await made.db.selectFrom('outbox').select('kind').where('kind', '=', 'mail.order_shipped').execute()
  expect(mails).toEqual([])
})

test('a subscriber that is slower than one that fails writes nothing after the rollback', async () => {
  await using shop = await fixtureShop()
  const { orderId } = await bought(shop, [['FAN', 1]], aForm({ payment_method: 'invoice' }))
  const order = await orderById(shop.db, orderId)
  if (!order) throw new Error('No order.')
  let hasEnded = false
  const events = new OrderEvents([
    () => Promise.reject(new Error('no paper')),
    async (trx) => {
      await orderById(trx, orderId)
      await addToOutbox(trx, { kind: 'payment.refund', dedupeKey: 'late', payload: { refundId: '' } }, shop.now())
      hasEnded = true
    },
  ])
  const lines = () => Promise.resolve([])
  const emit = shop.db
    .transaction()
    .execute((trx) => events.emit(trx, { type: 'order.placed', order, at: shop.now(), lines }))
  await expect(emit).rejects.toThrow('no paper')
  expect(hasEnded).toBe(true)
  expect(await shop.db.selectFrom('outbox').select('id').where('dedupe_key', '=', 'late').execute()).toEqual([])
})
