import type { WebhookData } from '../../contracts/calls/webhook-events.ts'
import { shipmentById } from '../ordering/orders/fulfilment-queries.ts'
import type { OrderEvent } from '../ordering/orders/order-events.ts'
import { orderById, orderLineRows } from '../ordering/orders/queries.ts'
import { refundById } from '../ordering/orders/refund-queries.ts'
import { returnById, returnLineRows } from '../ordering/orders/return-queries.ts'
import type { DatabaseTransaction } from '../platform/db/tables.ts'
import { notifyEndpoints } from '../platform/webhooks/write-deliveries.ts'

/** Tells other systems of an order event, within its transaction. */
export async function notifyEndpointsOfOrder(trx: DatabaseTransaction, event: OrderEvent): Promise<void> {
  const { type, order, at } = event
  const about = { subject: order.id, at }
  switch (event.type) {
    case 'order.parcel_sent':
      return notifyEndpoints(trx, { event: event.type, ...about }, async () => {
        const shipment = await shipmentById(trx, event.shipmentId)
        if (!shipment) throw new Error('A parcel was sent that does not exist.')
        const { carrier, tracking_number, shipped_at } = shipment
        return { order: await orderData(trx, event), parcel: { carrier, tracking_number, shipped_at } }
      })
    case 'order.refund_written':
      return notifyEndpoints(trx, { event: event.type, ...about }, async () => {
        const refund = await refundData(trx, event.refundId)
        return { order: await orderData(trx, event), refund: { ...refund, is_cancellation: event.isCancellation } }
      })
    case 'order.refund_changed':
      return notifyEndpoints(trx, { event: event.type, ...about }, async () => ({
        order: await orderData(trx, event),
        refund: await refundData(trx, event.refundId),
      }))
    case 'return.requested':
    case 'return.received':
    case 'return.refunded':
      return notifyEndpoints(trx, { event: event.type, ...about }, () => returnData(trx, event, event.returnId))
    case 'return.called_off':
    case 'order.refund_recorded':
      return
    default:
      return notifyEndpoints(trx, { event: type as PlainEvent, ...about }, async () => ({
        order: await orderData(trx, event),
      }))
  }
}

type PlainEvent = Exclude<
  OrderEvent['type'],
  | 'order.parcel_sent'
  | 'order.refund_recorded'
  | 'order.refund_written'
  | 'order.refund_changed'
  | 'return.requested'
  | 'return.received'
  | 'return.refunded'
  | 'return.called_off'
>

async function refundData(
  trx: DatabaseTransaction,
  id: string,
): Promise<WebhookData<'order.refund_changed'>['refund']> {
  const { number, amount = 0, set_off: setOff } = (await refundById(trx, id)) ?? {}
  return { number: number ?? '', amount, set_off: setOff ?? 0 }
}

async function orderData(
  trx: DatabaseTransaction,
  { order, lines }: OrderEvent,
): Promise<WebhookData<'order.placed'>['order']> {
  const row = await orderById(trx, order.id)
  return {
    number: order.number,
    status: order.status,
    hold: order.hold,
    placed_at: row?.placed_at ?? '',
    currency: order.currency,
    total: row?.total ?? 0,
    country: order.country,
    lines: (await lines()).map(({ position, sku, quantity }) => ({ position, sku, quantity })),
  }
}

async function returnData(
  trx: DatabaseTransaction,
  { order }: OrderEvent,
  returnId: string,
): Promise<WebhookData<'return.requested'>> {
  const row = await returnById(trx, returnId)
  if (!row) throw new Error('Something was returned that does not exist.')
  const sold = await orderLineRows(trx, order.id)
  const { number, kind, status } = row
  const lines = (await returnLineRows(trx, returnId)).map((line) => ({
    position: line.position,
    sku: sold.find(({ position }) => position === line.position)?.sku ?? '',
    quantity: line.quantity,
    received: line.received,
    restocked: line.restocked,
    refunded: line.refunded,
  }))
  return { return: { number, order_number: order.number, kind, status, lines } }
}
