import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { shipmentsOf } from './fulfilment-queries.ts'
import { labelsOf } from './labels/label-queries.ts'
import { orderEventRows, orderLineRows } from './queries.ts'
import { refundsOf } from './refund-queries.ts'
import { lockOrder } from './transition.ts'

/**
 * A value that is compared but not kept: the log is never changed, so what is erased of a person must not be in it. It
 * tells that the field changed, and nothing else.
 */
class Redacted {
  readonly value: string

  constructor(value: string) {
    this.value = value
  }

  toJSON(): string {
    return '…'
  }
}

/** What staff wrote, which may be about the buyer. */
export const redactedText = (text: string) => (text === '' ? '' : new Redacted(text))

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
    address: new Redacted(order.address),
    phone: new Redacted(order.phone),
    email: new Redacted(order.email),
    delivery: new Redacted(order.delivery),
    unpaid: order.unpaid_difference,
    units: Object.fromEntries(lines.map((line) => [`${line.position} ${line.sku}`, line.quantity])),
    delivery_method: order.delivery_method,
    total: order.total,
    shipped: byLine('shipped'),
    refunded: byLine('refunded'),
    cancelled: byLine('cancelled'),
    parcels: parcels.map((each) => [each.carrier, each.tracking_number, each.delivered_at]),
    refunds: (await refundsOf(trx, id)).map((each) => [each.number, each.amount, redactedText(each.reason)]),
    notes: (await orderEventRows(trx, id)).length,
    labels: ((await labelsOf(trx, [id])).get(id) ?? []).map(redactedText),
  }
}
