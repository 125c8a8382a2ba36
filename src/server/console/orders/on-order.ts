import { addressJson } from '../../platform/db/json-columns.ts'
import { audited, type Deed } from '../../platform/audit/audit.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import type { Shop } from '../../ordering/shop.ts'
import { shipmentsOf } from '../../ordering/orders/fulfilment-queries.ts'
import { lockOrder } from '../../ordering/orders/transition.ts'
import { orderByNumber, orderEventRows, orderLineRows, type OrderRow } from '../../ordering/orders/queries.ts'
import { refundsOf } from '../../ordering/orders/refund-queries.ts'
import { ConsoleError } from '../frame/console-error.ts'
import type { Desk } from '../frame/desk.ts'
import { lastEventOf } from './order-queries.ts'

type Work = (shop: Shop, order: OrderRow, actor: string) => Promise<unknown>

/**
 * Does something with the order of the address, if its history still ends where the person saw it end: of two people
 * who act at once, the second is shown what the first did. The audit entry is in the same transaction,
 * and so is what `guard` does and refuses.
 */
export async function onOrder(
  desk: Desk,
  operation: string,
  version: string,
  work: Work,
  guard?: Guard,
): Promise<void> {
  const order = await orderByNumber(desk.shop.db, desk.request.params['number'] ?? '')
  if (!order) throw new ConsoleError('order_unknown')
  await onKnownOrder(desk, order, { operation, version, guard }, work)
}

type Guard = (trx: DatabaseTransaction, orderId: string) => Promise<void>
type Asked = { operation: string; version: string; guard?: Guard | undefined }

/** `onOrder` for an order that the address does not name itself. */
export async function onKnownOrder(
  { shop, session }: Desk,
  order: OrderRow,
  { operation, version, guard }: Asked,
  work: Work,
): Promise<void> {
  const deed = orderDeed(order, operation, async (trx) => {
    await lockOrder(trx, order.id, shop.now())
    if ((await lastEventOf(trx, order.id)) !== version) throw new ConsoleError('changed_meanwhile')
    await guard?.(trx, order.id)
  })
  await audited(shop, session.actor, deed, (services) => work(services, order, session.actor.name))
}

/** A deed on an order whose audit entry says what changed of it. */
export function orderDeed(
  { id, number }: Pick<OrderRow, 'id' | 'number'>,
  operation: string,
  guard: NonNullable<Deed['guard']>,
): Deed {
  return { operation, subject: { kind: 'order', id, label: number }, guard, fields: (trx) => orderFields(trx, id) }
}

/** What the audit log compares of an order. */
async function orderFields(trx: DatabaseTransaction, id: string) {
  const order = await lockOrder(trx, id, new Date())
  const lines = await orderLineRows(trx, id)
  const byLine = (count: 'shipped' | 'refunded' | 'cancelled') =>
    Object.fromEntries(lines.filter((line) => line[count] > 0).map((line) => [line.sku, line[count]]))
  const parcels = await shipmentsOf(trx, id)
  return {
    status: order.status,
    hold: order.hold,
    address: addressJson.read(order.address),
    delivery_method: order.delivery_method,
    total: order.total,
    shipped: byLine('shipped'),
    refunded: byLine('refunded'),
    cancelled: byLine('cancelled'),
    parcels: parcels.map((each) => [each.carrier, each.tracking_number, each.delivered_at]),
    refunds: (await refundsOf(trx, id)).map((each) => [each.number, each.amount, each.reason]),
    notes: (await orderEventRows(trx, id)).length,
  }
}
