import { plainAmount } from '../../../i18n/money.ts'
import { documentsOf } from '../../../server/ordering/documents/document-queries.ts'
import { shipmentsOf } from '../../../server/ordering/orders/fulfilment-queries.ts'
import { orderEventRows, orderLineRows, type OrderRow } from '../../../server/ordering/orders/queries.ts'
import { refundsOf } from '../../../server/ordering/orders/refund-queries.ts'
import { returnsOf } from '../../../server/ordering/orders/return-queries.ts'
import { orderPayments } from '../../../server/ordering/payment/order-payments.ts'
import { addressJson, codesJson } from '../../../server/platform/db/json-columns.ts'
import type { Answer, Given, OperatorShop } from '../../operator-command.ts'
import { minuteOf, oneLine, textTable } from '../../text-table.ts'
import { namedOrder } from './named.ts'

/** `order show`: everything known about an order. */
export async function show(shop: OperatorShop, given: Given): Promise<Answer> {
  const order = await namedOrder(shop, given)
  const data = await everything(shop, order)
  return { data, lines: linesOf(data) }
}

async function everything({ db }: OperatorShop, order: OrderRow) {
  return {
    order: {
      ...order,
      address: addressJson.read(order.address),
      coupons: codesJson.read(order.coupons),
    },
    lines: await orderLineRows(db, order.id),
    shipments: await shipmentsOf(db, order.id),
    refunds: await refundsOf(db, order.id),
    payments: await orderPayments(db, order.id),
    returns: await returnsOf(db, order.id),
    documents: (await documentsOf(db, order.id)).map(({ number, kind, issued_at }) => ({ number, kind, issued_at })),
    history: await orderEventRows(db, order.id),
  }
}

type Everything = Awaited<ReturnType<typeof everything>>

function linesOf(shown: Everything): string[] {
  return [
    ...head(shown),
    ...orderLines(shown),
    ...parcels(shown),
    ...payments(shown),
    ...refunds(shown),
    ...returns(shown),
    ...documents(shown),
    ...history(shown),
  ]
}

/** The order's number, status and total, its hold reason, and the buyer. */
function head({ order }: Everything): string[] {
  const { name = '', organization = '', line1 = '', line2 = '', postalCode = '', city = '' } = order.address
  const total = plainAmount(order.total, order.currency)
  return [
    `Order ${order.number}  ${order.status}  ${total}  placed ${minuteOf(order.placed_at)}`,
    ...(order.hold === null
      ? []
      : [`On hold (${order.hold}): "order release ${order.number} --by NAME" or "order cancel ${order.number}"`]),
    [organization, name, line1, line2, `${postalCode} ${city}`, order.country]
      .filter((part) => part !== '')
      .map(oneLine)
      .join(', '),
    oneLine(`${order.email}  ${order.phone}`).trim(),
    ...(order.message === '' ? [] : [oneLine(`Message: ${order.message}`)]),
  ]
}

function orderLines({ order, lines }: Everything): string[] {
  return section(
    'Lines',
    ['LINE', 'SKU', 'NAME', 'QTY', 'SHIPPED', 'REFUNDED', 'CANCELLED', 'TOTAL'],
    lines.map((line) => [
      line.position,
      line.sku,
      line.name,
      line.quantity,
      line.shipped,
      line.refunded,
      line.cancelled,
      plainAmount(line.line_total - line.discount_share, order.currency),
    ]),
  )
}

function parcels({ shipments }: Everything): string[] {
  return section(
    'Parcels',
    ['SHIPPED', 'CARRIER', 'TRACKING', 'DELIVERED'],
    shipments.map((each) => [
      minuteOf(each.shipped_at),
      each.carrier,
      each.tracking_number,
      minuteOf(each.delivered_at),
    ]),
  )
}

function payments({ order, payments }: Everything): string[] {
  const money = (minor: number) => plainAmount(minor, order.currency)
  return section(
    'Payments',
    ['PROVIDER', 'STATUS', 'AUTHORIZED', 'CAPTURED', 'REFUNDED'],
    payments.attempts.map((each) => [
      each.provider,
      each.status,
      money(each.authorized),
      money(each.captured),
      money(each.refunded),
    ]),
  )
}

function refunds({ order, refunds }: Everything): string[] {
  return section(
    'Refunds',
    ['AT', 'CREDIT NOTE', 'AMOUNT', 'SET OFF', 'WHY'],
    refunds.map((each) => [
      minuteOf(each.at),
      each.number ?? 'not charged',
      plainAmount(each.amount, order.currency),
      plainAmount(each.set_off ?? 0, order.currency),
      each.reason,
    ]),
  )
}

function returns({ returns }: Everything): string[] {
  return section(
    'Returns',
    ['RETURN', 'KIND', 'STATUS', 'REGISTERED', 'NAME', 'MESSAGE'],
    returns.map((each) => [each.number, each.kind, each.status, minuteOf(each.requested_at), each.name, each.message]),
  )
}

function documents({ documents }: Everything): string[] {
  return section(
    'Documents',
    ['NUMBER', 'KIND', 'ISSUED'],
    documents.map((each) => [each.number, each.kind, minuteOf(each.issued_at)]),
  )
}

function history({ history }: Everything): string[] {
  return section(
    'History',
    ['AT', 'WHO', 'STATUS', 'NOTE'],
    history.map((each) => [minuteOf(each.at), each.actor, each.to_status, each.note]),
  )
}

function section(
  title: string,
  headings: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): string[] {
  return rows.length === 0
    ? []
    : [
        '',
        title,
        ...textTable(
          headings,
          rows.map((row) => row.map(String)),
        ),
      ]
}
