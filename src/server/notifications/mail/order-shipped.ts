import { carrierName, trackingPage } from '../../../domain/orders/carriers.ts'
import { translator } from '../../../i18n/translator.ts'
import { documentOf } from '../../ordering/documents/document-queries.ts'
import { isBilled } from '../../ordering/orders/order-state.ts'
import { orderDocument } from '../../ordering/order-pages/order-document.ts'
import { describeUnits } from '../../ordering/order-pages/order-details.ts'
import {
  shipmentById,
  shipmentLinesOf,
  shipmentsOf,
  type ShipmentRow,
} from '../../ordering/orders/fulfilment-queries.ts'
import { toShip } from '../../ordering/orders/line-units.ts'
import { orderById, orderLineRows, type OrderRow } from '../../ordering/orders/queries.ts'
import type { Shop } from '../../ordering/shop.ts'
import { action, text, type Block } from './template/email-template.ts'
import { orderAddress } from './order-confirmed.ts'
import { sendMail, type Mail } from './send-mail.ts'

/** Notifies the buyer of a parcel's contents and tracking link; the first parcel's mail has the invoice or receipt. */
export async function sendOrderShipped(shop: Shop, shipmentId: string): Promise<void> {
  const shipment = await shipmentById(shop.db, shipmentId)
  const order = shipment && (await orderById(shop.db, shipment.order_id))
  if (!shipment || !order) return
  const { number, language } = order
  const attachments = await billWith(shop, order, shipment)
  const blocks = await shippedBlocks(shop, order, shipment, attachments !== undefined)
  const subject = translator(language)('mail:order_shipped.subject', { number })
  await sendMail(shop, {
    to: order.email,
    messageId: `order-shipped-${shipment.id}`,
    email: { language, subject, blocks },
    attachments,
  })
}

async function shippedBlocks(shop: Shop, order: OrderRow, shipment: ShipmentRow, hasBill: boolean): Promise<Block[]> {
  const t = translator(order.language)
  const lines = await orderLineRows(shop.db, order.id)
  const rows = (await shipmentLinesOf(shop.db, order.id)).filter((row) => row.shipment_id === shipment.id)
  const isFollowed = (await shipmentsOf(shop.db, order.id)).some(({ shipped_at: at }) => at > shipment.shipped_at)
  const isPart = isFollowed || lines.some((line) => toShip(line) > 0)
  return [
    text(t(isPart ? 'mail:order_shipped.part' : 'mail:order_shipped.intro', { number: order.number })),
    { kind: 'units', units: describeUnits(lines, rows) },
    ...carriage(order, shipment),
    ...(hasBill ? [text(t(isBilled(order) ? 'mail:order_shipped.bill' : 'mail:order_shipped.receipt'))] : []),
    { kind: 'action', label: t('mail:order_confirmed.follow'), href: await orderAddress(shop, order), isQuiet: true },
    ...(order.customer_kind === 'private' ? [text(t('mail:order_shipped.withdrawal'))] : []),
  ]
}

function carriage({ language }: OrderRow, { carrier, tracking_number: number }: ShipmentRow): Block[] {
  const t = translator(language)
  const name = [carrierName(carrier), number].filter((words) => words !== '').join(' ')
  const page = trackingPage(carrier, number)
  return [
    ...(name === '' ? [] : [text(t('mail:order_shipped.carrier', { carrier: name }))]),
    ...(page ? [action(t('orders:order.follow'), page)] : []),
  ]
}

async function billWith(shop: Shop, order: OrderRow, shipment: ShipmentRow): Promise<Mail['attachments']> {
  const [first] = await shipmentsOf(shop.db, order.id)
  if (order.total === 0 && !isBilled(order)) return undefined
  if (first?.id !== shipment.id) return receiptsWith(shop, order, shipment)
  const bill = await orderDocument(shop, order.id, isBilled(order) ? 'invoice' : 'receipt', order.language)
  return bill && [{ filename: `${bill.number}.pdf`, content: bill.pdf }]
}

/** The receipts of additions to the order that are in a later parcel; an invoice of one was mailed with the change. */
async function receiptsWith(shop: Shop, order: OrderRow, { id }: ShipmentRow): Promise<Mail['attachments']> {
  if (isBilled(order)) return undefined
  const rows = (await shipmentLinesOf(shop.db, order.id)).filter((row) => row.shipment_id === id)
  const lines = await orderLineRows(shop.db, order.id)
  const additions = new Set(rows.map((row) => lines.find(({ position }) => position === row.position)?.addition ?? ''))
  const receipts = await Promise.all(
    [...additions].map(async (addition) => {
      const document = addition === '' ? undefined : await documentOf(shop.db, order.id, 'receipt', addition)
      return document && orderDocument(shop, order.id, 'receipt', order.language, document.number)
    }),
  )
  const found = receipts.filter((receipt) => receipt !== undefined)
  return found.length > 0 ? found.map(({ number, pdf }) => ({ filename: `${number}.pdf`, content: pdf })) : undefined
}
