import { carrierName, trackingPage } from '../../domain/carriers.ts'
import { translator } from '../../i18n/translator.ts'
import { isBilled } from '../orders/billing.ts'
import { orderDocument } from '../orders/order-document.ts'
import { pieceViews } from '../orders/order-details.ts'
import { shipmentById, shipmentLinesOf, shipmentsOf, type ShipmentRow } from '../orders/fulfilment-queries.ts'
import { toShip } from '../orders/line-pieces.ts'
import { orderById, orderLineRows, type OrderRow } from '../orders/queries.ts'
import type { Shop } from '../shop.ts'
import { wayBack } from './order-confirmed.ts'
import { pieceRows } from './piece-rows.ts'
import { sendMail, type Mail } from './send-mail.ts'

/** Tells what is in a parcel and how to follow it; the bill comes with the first one. */
export async function sendOrderShipped(shop: Shop, shipmentId: string): Promise<void> {
  const shipment = await shipmentById(shop.db, shipmentId)
  const order = shipment && await orderById(shop.db, shipment.order_id)
  if (!shipment || !order) return
  const t = translator(order.language)
  const bill = await billWith(shop, order, shipment)
  await sendMail(shop, {
    to: order.email, subject: t('mail:order_shipped.subject', { number: order.number }), messageId: `order-shipped-${shipment.id}`,
    text: await shippedText(shop, order, shipment, bill !== undefined), ...(bill ? { attachments: bill } : {}),
  })
}

async function shippedText(shop: Shop, order: OrderRow, shipment: ShipmentRow, hasBill: boolean): Promise<string> {
  const t = translator(order.language)
  const lines = await orderLineRows(shop.db, order.id)
  const rows = (await shipmentLinesOf(shop.db, order.id)).filter((row) => row.shipment_id === shipment.id)
  const carrier = [carrierName(shipment.carrier), shipment.tracking_number].filter((text) => text !== '').join(' ')
  const page = trackingPage(shipment.carrier, shipment.tracking_number)
  return [
    t(lines.some((line) => toShip(line) > 0) ? 'mail:order_shipped.part' : 'mail:order_shipped.intro', { number: order.number }), '',
    ...pieceRows(pieceViews(lines, rows)), '',
    ...(carrier === '' ? [] : [t('mail:order_shipped.carrier', { carrier })]), ...(page ? [page] : []),
    ...(hasBill ? ['', t('mail:order_shipped.bill')] : []), '',
    t('mail:order_confirmed.follow'), await wayBack(shop, order), '', t('mail:order_shipped.withdrawal'), '', t('mail:signature'),
  ].join('\n')
}

async function billWith(shop: Shop, order: OrderRow, shipment: ShipmentRow): Promise<Mail['attachments']> {
  const [first] = await shipmentsOf(shop.db, order.id)
  if (!isBilled(order) || first?.id !== shipment.id) return undefined
  const bill = await orderDocument(shop, order.id, 'invoice', order.language)
  return bill && [{ filename: `${bill.number}.pdf`, content: bill.pdf }]
}
