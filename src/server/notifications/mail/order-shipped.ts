import type { UnitsView } from '../../../contracts/customer-pages/order-page.ts'
import { carrierName, trackingPage } from '../../../domain/orders/carriers.ts'
import { documentOf } from '../../ordering/documents/document-queries.ts'
import { describeUnits } from '../../ordering/order-pages/order-details.ts'
import { orderDocument } from '../../ordering/order-pages/order-document.ts'
import {
  shipmentById,
  shipmentLinesOf,
  shipmentsOf,
  type ShipmentRow,
} from '../../ordering/orders/fulfilment-queries.ts'
import { toShip } from '../../ordering/orders/line-units.ts'
import { isBilled } from '../../ordering/orders/order-state.ts'
import { orderById, orderLineRows, type OrderRow } from '../../ordering/orders/queries.ts'
import type { Shop } from '../../ordering/shop.ts'
import { orderAddress } from './order-confirmed.ts'
import { sendMail, sentAgain, type Mail } from './send-mail.ts'
import { action, text, type MailContent } from './template/email-template.ts'
import { mailTexts, type MailTexts } from './texts/mail-texts.ts'

export type Shipped = {
  number: string
  isPart: boolean
  units: readonly UnitsView[]
  /** The carrier and the tracking number, '' if not known, and the address where the parcel is followed. */
  carrier: string
  tracking: string
  trackingPage: string | null
  bill?: 'invoice' | 'receipt' | undefined
  follow: string
  mayWithdraw: boolean
}

export function orderShippedMail({ t, head }: MailTexts, shipped: Shipped): MailContent {
  const { number, isPart, units, carrier, tracking, trackingPage: page, bill, follow, mayWithdraw } = shipped
  return {
    ...head('mail:order_shipped.subject', { number }),
    blocks: [
      text(t(isPart ? 'mail:order_shipped.part' : 'mail:order_shipped.intro', { number })),
      { kind: 'units', units },
      ...(carrier === '' ? [] : [text(t('mail:order_shipped.carrier', { carrier }))]),
      ...(tracking === '' ? [] : [text(t('mail:order_shipped.tracking', { tracking }))]),
      ...(page ? [action(t('orders:order.follow'), page)] : []),
      ...(bill ? [text(t(bill === 'invoice' ? 'mail:order_shipped.bill' : 'mail:order_shipped.receipt'))] : []),
      { kind: 'action', label: t('mail:order_confirmed.follow'), href: follow, isQuiet: true },
      ...(mayWithdraw ? [text(t('mail:order_shipped.withdrawal'))] : []),
    ],
  }
}

/** Notifies the buyer of a parcel's contents and tracking link; the first parcel's mail has the invoice or receipt. */
export async function sendOrderShipped(shop: Shop, shipmentId: string, again?: string): Promise<void> {
  const shipment = await shipmentById(shop.db, shipmentId)
  const order = shipment && (await orderById(shop.db, shipment.order_id))
  if (!shipment || !order) return
  const { number, language } = order
  const attachments = await billWith(shop, order, shipment)
  const { carrier, tracking_number: tracking } = shipment
  const content = orderShippedMail(await mailTexts(shop, language), {
    number,
    ...(await contentsOf(shop, order, shipment)),
    carrier: carrierName(carrier),
    tracking,
    trackingPage: trackingPage(carrier, tracking),
    bill: attachments && (isBilled(order) ? 'invoice' : 'receipt'),
    follow: await orderAddress(shop, order),
    mayWithdraw: order.customer_kind === 'private',
  })
  await sendMail(shop, {
    to: order.email,
    messageId: sentAgain(`order-shipped-${shipment.id}`, again),
    email: { language, ...content },
    attachments,
  })
}

/** What is in the parcel, and whether more of the order is in another one. */
async function contentsOf(shop: Shop, order: OrderRow, shipment: ShipmentRow) {
  const lines = await orderLineRows(shop.db, order.id)
  const rows = (await shipmentLinesOf(shop.db, order.id)).filter((row) => row.shipment_id === shipment.id)
  const isFollowed = (await shipmentsOf(shop.db, order.id)).some(({ shipped_at: at }) => at > shipment.shipped_at)
  return { isPart: isFollowed || lines.some((line) => toShip(line) > 0), units: describeUnits(lines, rows) }
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
