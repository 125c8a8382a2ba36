import {
  type CancelOrder,
  ShipParcel,
  type ApiOrder,
  type ChangedApiOrder,
  type ListOrders,
  type NoteOnOrder,
  type ReadOrder,
} from '../../contracts/calls/api-orders.ts'
import type { Contract } from '../../contracts/calls/contract.ts'
import { cancelOrder } from '../ordering/fulfilment/cancel-order.ts'
import { shipOrder } from '../ordering/fulfilment/ship-order.ts'
import { orderFields } from '../ordering/orders/audited-order.ts'
import { shipmentLinesOf, shipmentsOf, type OrderLineRow } from '../ordering/orders/fulfilment-queries.ts'
import { labelsOf } from '../ordering/orders/labels/label-queries.ts'
import { toShip } from '../ordering/orders/line-units.ts'
import { noteOnOrder as writeNote } from '../ordering/orders/note-on-order.ts'
import { OrderError } from '../ordering/orders/order-error.ts'
import { orderById, orderByNumber, orderLineRows, type OrderRow } from '../ordering/orders/queries.ts'
import { refundsOf } from '../ordering/orders/refund-queries.ts'
import type { Shop } from '../ordering/shop.ts'
import { addressJson } from '../platform/db/json-columns.ts'
import type { Queryable } from '../platform/db/tables.ts'
import { ProblemError } from '../platform/http/answers/problem.ts'
import type { ApiRequest } from './api-endpoint.ts'
import { changeOnce } from './change-once.ts'
import { ordersAfter } from './list-queries.ts'

const usualPage = 50

export async function listOrders({ shop, query }: ApiRequest<typeof ListOrders>) {
  const { cursor = '0', limit, ...filter } = query
  if (!/^\d{1,15}$/.test(cursor))
    throw new ProblemError(400, 'invalid_query', { errors: [{ path: 'cursor', code: 'custom' }] })
  const size = limit === undefined ? usualPage : Number(limit)
  const rows = await ordersAfter(shop.db, { ...filter, after: Number(cursor) }, size)
  const last = rows.length === size ? rows.at(-1) : undefined
  const labels = await labelsOf(
    shop.db,
    rows.map(({ id }) => id),
  )
  const orders = rows.map(({ seq: _seq, id, ...order }) => ({ ...order, labels: labels.get(id) ?? [] }))
  return { orders, next_cursor: last ? String(last.seq) : null }
}

export async function readOrder(request: ApiRequest<typeof ReadOrder>): Promise<ApiOrder> {
  return wholeOrder(request.shop.db, await namedOrder(request))
}

export function shipParcel(request: ApiRequest<typeof ShipParcel>): Promise<ChangedApiOrder> {
  const { carrier, tracking_number: trackingNumber, units } = request.body
  return changeOrder(request, 'orders.ship', (shop, { id: orderId }, actor) =>
    shipOrder(shop, { orderId, actor, carrier, trackingNumber, ...(units && { units }) }),
  )
}

export function noteOnOrder(request: ApiRequest<typeof NoteOnOrder>): Promise<ChangedApiOrder> {
  const { note } = request.body
  return changeOrder(request, 'orders.note', (shop, { id: orderId }, actor) =>
    writeNote(shop, { orderId, actor, note }),
  )
}

export function cancelOrderOnce(request: ApiRequest<typeof CancelOrder>): Promise<ChangedApiOrder> {
  const { reason } = request.body
  return changeOrder(request, 'orders.cancel', (shop, { id: orderId }, actor) =>
    cancelOrder(shop, { orderId, actor, reason }),
  )
}

async function changeOrder<C extends Contract>(
  request: ApiRequest<C>,
  operation: string,
  run: (shop: Shop, order: OrderRow, actor: string) => Promise<unknown>,
): Promise<ChangedApiOrder> {
  const { db } = request.shop
  const mayRead = request.key.scopes.has('orders.read')
  const order = await namedOrder(request)
  return changeOnce(request, {
    action: {
      operation,
      subject: { kind: 'order', id: order.id, label: order.number },
      fields: (trx) => orderFields(trx, order.id),
    },
    run: (shop, actor) => run(shop, order, actor),
    answer: async (): Promise<ChangedApiOrder> => {
      const now = (await orderById(db, order.id)) ?? order
      return mayRead ? wholeOrder(db, now) : goodsOf(db, now, await orderLineRows(db, order.id))
    },
    schema: ShipParcel.response,
  })
}

async function namedOrder<C extends Contract>({ shop, call }: ApiRequest<C>): Promise<OrderRow> {
  const number = (call.params['number'] ?? '').slice(0, 40)
  const order = await orderByNumber(shop.db, number)
  if (!order) throw new OrderError('order_unknown', 'There is no order of this number.')
  return order
}

async function wholeOrder(db: Queryable, order: OrderRow): Promise<ApiOrder> {
  const { postalCode, ...address } = addressJson.read(order.address)
  const rows = await orderLineRows(db, order.id)
  return {
    ...(await goodsOf(db, order, rows)),
    placed_at: order.placed_at,
    currency: order.currency,
    total: order.total,
    country: order.country,
    labels: (await labelsOf(db, [order.id])).get(order.id) ?? [],
    email: order.email,
    phone: order.phone,
    address: { ...address, postal_code: postalCode },
    delivery_method: order.delivery_method,
    payment_method: order.payment_method,
    reference: order.order_reference,
    message: order.message,
    lines: rows.map((line) => ({ ...lineOf(line), unit_price: line.unit_price })),
    refunds: (await refundsOf(db, order.id)).map(({ number, amount, set_off: setOff, at }) => ({
      credit_note: number,
      amount,
      set_off: setOff ?? 0,
      at,
    })),
  }
}

/** What a key without the scope `orders.read` gets of an order that it has changed. */
async function goodsOf(
  db: Queryable,
  { id, number, status, hold, updated_at }: OrderRow,
  lines: readonly OrderLineRow[],
) {
  const sent = Map.groupBy(await shipmentLinesOf(db, id), (line) => line.shipment_id)
  return {
    number,
    status,
    hold,
    updated_at,
    lines: lines.map(lineOf),
    parcels: (await shipmentsOf(db, id)).map((each) => ({
      carrier: each.carrier,
      tracking_number: each.tracking_number,
      shipped_at: each.shipped_at,
      delivered_at: each.delivered_at,
      units: (sent.get(each.id) ?? []).map(({ position, quantity }) => ({ position, quantity })),
    })),
  }
}

function lineOf(line: OrderLineRow) {
  const { position, sku, name, quantity, shipped, cancelled, refunded } = line
  return { position, sku, name, quantity, shipped, cancelled, refunded, left_to_ship: toShip(line) }
}
