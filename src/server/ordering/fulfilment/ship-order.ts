import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { newId } from '../../platform/ids.ts'
import { issueCharge } from '../documents/issue-document.ts'
import {
  countUnits,
  insertShipment,
  shipmentByKey,
  type OrderLineRow,
  type LineUnits,
  type ShipmentRow,
} from '../orders/fulfilment-queries.ts'
import { checkedUnits, toShip } from '../orders/line-units.ts'
import { OrderError } from '../orders/order-error.ts'
import { orderEvent } from '../orders/order-events.ts'
import { appendOrderEvent } from '../orders/order-history.ts'
import { requireReleased } from '../orders/order-state.ts'
import { orderLineRows, type OrderRow } from '../orders/queries.ts'
import { consumeReserved, goodsOf } from '../orders/reserved-units.ts'
import {
  orderAction,
  transition,
  notPossible,
  lockOrder,
  type OrderServices,
  type OrderAction,
} from '../orders/transition.ts'
import { charge } from '../refunds/billing.ts'
import { taxAtSupply } from '../supply/vat-of-supply.ts'

export type ShipRequest = {
  orderId: string
  actor: string
  carrier: string
  trackingNumber: string
  /** The units in the parcel; everything that has not been shipped if left out. */
  units?: readonly LineUnits[]
  /** Idempotency key of the parcel; the tracking number if left out. */
  key?: string
  /** No shipping mail, because the goods themselves are mailed (gift cards). */
  isSilent?: boolean
}
export type Shipped = { kind: 'shipped' | 'already'; order: OrderRow; shipment: ShipmentRow }

/**
 * Ships a parcel with all or some units of an order. Removes the reserved stock and charges with the first parcel. The
 * order becomes `shipped` when nothing is left to ship. The shopper gets a mail, with the invoice or, of an order
 * that is paid, the receipt.
 */
export async function shipOrder(services: OrderServices, request: ShipRequest): Promise<Shipped> {
  const action = orderAction(services, request.actor)
  return services.db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, request.orderId, action.now)
    const key = request.key ?? (request.trackingNumber || newId(action.now.getTime()))
    const known = await shipmentByKey(trx, order.id, key)
    if (known) return { kind: 'already', order, shipment: known }
    return send(trx, await packed(trx, order, action), { ...request, key }, action)
  })
}

/** Makes sure that the order is `processing`; a confirmed order goes through that status first. Throws OrderError. */
async function packed(trx: DatabaseTransaction, order: OrderRow, action: OrderAction): Promise<OrderRow> {
  requireReleased(order)
  if (order.status === 'confirmed') return transition(trx, order, 'processing', action)
  if (order.status === 'processing') return order
  throw notPossible(order, 'shipped')
}

async function send(
  trx: DatabaseTransaction,
  packedOrder: OrderRow,
  request: ShipRequest & { key: string },
  action: OrderAction,
): Promise<Shipped> {
  const lines = await orderLineRows(trx, packedOrder.id)
  const units = checkedUnits(lines, request.units, toShip)
  const isLast = lines.every(
    (line) => toShip(line) === (units.find((each) => each.position === line.position)?.quantity ?? 0),
  )
  const isFirst = lines.every((line) => line.shipped === 0)
  const order = isFirst ? await taxAtSupply(trx, packedOrder, action) : packedOrder
  const shipment = shipmentRow(order, request, action)
  if (isFirst) await charge(trx, order, action)
  await insertShipment(trx, shipment, units)
  for (const { position, quantity } of units) await countUnits(trx, order.id, position, { shipped: quantity })
  await consumeReserved(trx, order.id, isLast ? 'all' : goodsOf(lines, units), action.now)
  await issueCharge(trx, order, action.now)
  const sent = { type: 'order.parcel_sent', shipmentId: shipment.id, isSilent: request.isSilent ?? false } as const
  await action.events.emit(trx, orderEvent(trx, order, action.now, sent))
  return {
    kind: 'shipped',
    shipment,
    order: await recordParcel(trx, order, { lines, units, isLast, shipment }, action),
  }
}

type Parcel = { lines: readonly OrderLineRow[]; units: readonly LineUnits[]; isLast: boolean; shipment: ShipmentRow }

async function recordParcel(
  trx: DatabaseTransaction,
  order: OrderRow,
  { lines, units, isLast, shipment }: Parcel,
  action: OrderAction,
): Promise<OrderRow> {
  const content = units.map(
    ({ position, quantity }) => `${quantity} x ${lines.find((line) => line.position === position)?.sku ?? position}`,
  )
  const note = [
    [shipment.carrier, shipment.tracking_number].filter((text) => text !== '').join(' '),
    content.join(', '),
  ]
    .filter((text) => text !== '')
    .join(': ')
  if (isLast) return transition(trx, order, 'shipped', { ...action, note })
  await appendOrderEvent(trx, order, { ...action, note })
  return order
}

function shipmentRow(
  order: OrderRow,
  { key, carrier, trackingNumber }: ShipRequest & { key: string },
  { actor, now }: OrderAction,
): ShipmentRow {
  if (carrier.length > 60 || trackingNumber.length > 60)
    throw new OrderError('not_possible', 'Carrier and tracking number have at most 60 characters.')
  return {
    id: newId(now.getTime()),
    order_id: order.id,
    key,
    carrier,
    tracking_number: trackingNumber,
    actor,
    shipped_at: now.toISOString(),
    delivered_at: null,
  }
}
