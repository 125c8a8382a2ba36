import type {
  ExchangeView,
  OrderDetails,
  UnitsView,
  ReturnView,
  ShipmentView,
} from '../../../contracts/customer-pages/order-page.ts'
import { carrierName, trackingPage } from '../../../domain/orders/carriers.ts'
import { wasConfirmed } from '../../../domain/orders/order-status.ts'
import { lastWithdrawalDay, mayWithdraw } from '../../../domain/orders/returns.ts'
import { homeNow } from '../../platform/db/home-queries.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { documentsOf } from '../documents/document-queries.ts'
import { exchangeOfOrder, exchangesOfOrder } from '../exchanges/exchange-queries.ts'
import {
  deliveredAt,
  shipmentLinesOf,
  shipmentsOf,
  type OrderLineRow,
  type LineUnits,
} from '../orders/fulfilment-queries.ts'
import { orderPage } from '../orders/order-page.ts'
import { isBilled } from '../orders/order-state.ts'
import { orderEventRows, orderLineRows, type OrderRow } from '../orders/queries.ts'
import { refundsOf, type RefundRow } from '../orders/refund-queries.ts'
import { returnLineRows, returnsOf } from '../orders/return-queries.ts'
import type { OrderServices } from '../orders/transition.ts'
import { partlyBack } from '../refunds/partly-back.ts'
import { mayReturn } from '../returns/returnable.ts'
import { withdrawableOf } from '../returns/withdraw.ts'
import { shownReturn } from './shown-return.ts'

/** Reads an order with its shipments, refunds, returns, documents and history. The caller checks access. */
export async function orderDetails({ db, now }: OrderServices, order: OrderRow): Promise<OrderDetails> {
  const lines = await orderLineRows(db, order.id)
  const came = await deliveredAt(db, order.id)
  const home = await homeNow(db)
  const refunds = await refundsOf(db, order.id)
  const exchanges = await exchangesByRefund(db, order.id)
  const withdrawable = await withdrawableOf(db, order)
  const events = await orderEventRows(db, order.id)
  const isPossible = { kind: order.customer_kind, deliveredAt: came, now: now(), home }
  return {
    order: await orderPage(db, order),
    events: events
      .filter((event) => event.from_status !== event.to_status)
      .map((event) => ({ status: isEndOfReturn(event) ? ('return_ended' as const) : event.to_status, at: event.at })),
    shipments: await shipmentViews(db, order.id, lines),
    refunds: refunds
      .filter(({ number }) => number !== null || order.status !== 'cancelled')
      .map(({ id, number, amount, set_off: setOff, deduction, at }) => ({
        number,
        amount,
        setOff: setOff ?? 0,
        deduction,
        exchange: exchanges.get(id) ?? null,
        at,
      })),
    exchangeFor: (await exchangeOfOrder(db, order.id)) ?? null,
    partly: (await partlyBack(db, [order])).get(order.id) ?? null,
    returns: await returnViews(db, order.id, { lines, refunds, exchanges }),
    documents: await documentViews(db, order),
    mayReturn: await mayReturn(db, order.id, isPossible.now),
    mayWithdraw: wasConfirmed(order.status) && mayWithdraw(isPossible) && lines.some((line) => withdrawable(line) > 0),
    withdrawUntil: came && lastWithdrawalDay(came, home),
  }
}

/** Adds SKU and name of the order lines to units. */
export function describeUnits(lines: readonly OrderLineRow[], units: readonly LineUnits[]): UnitsView[] {
  return units.flatMap(({ position, quantity }) => {
    const line = lines.find((each) => each.position === position)
    return line && quantity > 0 ? [{ sku: line.sku, name: line.name, quantity }] : []
  })
}

async function shipmentViews(db: Queryable, orderId: string, lines: readonly OrderLineRow[]): Promise<ShipmentView[]> {
  const rows = await shipmentLinesOf(db, orderId)
  return (await shipmentsOf(db, orderId)).map((shipment) => ({
    carrier: carrierName(shipment.carrier),
    trackingNumber: shipment.tracking_number,
    page: trackingPage(shipment.carrier, shipment.tracking_number),
    shippedAt: shipment.shipped_at,
    deliveredAt: shipment.delivered_at,
    units: describeUnits(
      lines,
      rows.filter((row) => row.shipment_id === shipment.id),
    ),
  }))
}

type Exchanges = ReadonlyMap<string, ExchangeView>

async function exchangesByRefund(db: Queryable, orderId: string): Promise<Exchanges> {
  const rows = await exchangesOfOrder(db, orderId)
  return new Map(rows.map(({ refund_id: id, number, credit }) => [id, { number, credit }]))
}

type Known = { lines: readonly OrderLineRow[]; refunds: readonly RefundRow[]; exchanges: Exchanges }

async function returnViews(
  db: Queryable,
  orderId: string,
  { lines, refunds, exchanges }: Known,
): Promise<ReturnView[]> {
  return Promise.all(
    (await returnsOf(db, orderId)).map(async (row) => {
      const { id, number, kind, status, requested_at: requestedAt, refund_id, refusal } = row
      const refund = refunds.find((each) => each.id === refund_id)
      return {
        number,
        kind,
        status,
        requestedAt,
        refusal: status === 'received' ? refusal : '',
        shown: shownReturn({
          status,
          refusal,
          refund: refund ? { amount: refund.amount, setOff: refund.set_off ?? 0 } : null,
          isExchanged: exchanges.has(refund_id ?? ''),
        }),
        units: describeUnits(lines, await returnLineRows(db, id)),
      }
    }),
  )
}

/**
 * Lists an order's documents. Paid orders always list an invoice and a receipt; they get their numbers when first
 * opened.
 */
async function documentViews(db: Queryable, order: OrderRow): Promise<OrderDetails['documents']> {
  const issued = await documentsOf(db, order.id)
  const kinds =
    wasConfirmed(order.status) && !isBilled(order) && order.total > 0 ? (['invoice', 'receipt'] as const) : []
  const expected = kinds
    .filter((kind) => !issued.some((each) => each.kind === kind))
    .map((kind) => ({ kind, file: `${kind}.pdf`, number: null }))
  return [
    ...issued.map(({ kind, number, subject }) => ({
      kind,
      number,
      file: subject === '' ? `${kind}.pdf` : `${number}.pdf`,
    })),
    ...expected,
  ]
}

/** The order is delivered again, as it was before its return. */
function isEndOfReturn({
  from_status: from,
  to_status: to,
}: {
  from_status: string | null
  to_status: string
}): boolean {
  return from === 'return_requested' && to === 'delivered'
}
