import { addressJson } from '../../platform/db/json-columns.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { shipmentsOf } from './fulfilment-queries.ts'
import { orderEventRows, orderLineRows } from './queries.ts'
import { refundsOf } from './refund-queries.ts'
import { lockOrder } from './transition.ts'

/** What the audit log compares of an order. */
export async function orderFields(trx: DatabaseTransaction, id: string) {
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
