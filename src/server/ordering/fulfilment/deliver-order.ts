import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { setDelivered, shipmentsOf, type ShipmentRow } from '../orders/fulfilment-queries.ts'
import { OrderError } from '../orders/order-error.ts'
import { appendOrderEvent } from '../orders/order-history.ts'
import type { OrderRow } from '../orders/queries.ts'
import {
  orderAction,
  transition,
  notPossible,
  lockOrder,
  type OrderAction,
  type OrderServices,
} from '../orders/transition.ts'

export type Delivery = {
  orderId: string
  actor: string
  /** One parcel, by tracking number or id; all parcels if left out. */ parcel?: string
}

/**
 * Records the delivery of parcels. When all parcels of a shipped order have arrived, the order is `delivered` and the
 * 14-day withdrawal period begins.
 */
export async function deliverOrder(services: OrderServices, { orderId, actor, parcel }: Delivery): Promise<OrderRow> {
  const action = orderAction(services, actor)
  return services.db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, orderId, action.now)
    const shipments = await shipmentsOf(trx, order.id)
    const come = namedParcels(shipments, parcel)
    if (shipments.length === 0 && order.status !== 'shipped') throw notPossible(order, 'delivered')
    const fresh = come.filter((each) => each.delivered_at === null)
    if (fresh.length > 0)
      await setDelivered(
        trx,
        fresh.map((each) => each.id),
        action.now.toISOString(),
      )
    const isAll = shipments.every((each) => each.delivered_at !== null || fresh.includes(each))
    return settle(trx, order, {
      isAll,
      fresh,
      action: { ...action, note: fresh.flatMap((each) => each.tracking_number || []).join(', ') },
    })
  })
}

type Arrival = { isAll: boolean; fresh: readonly ShipmentRow[]; action: OrderAction & { note: string } }

async function settle(trx: DatabaseTransaction, order: OrderRow, { isAll, fresh, action }: Arrival): Promise<OrderRow> {
  if (order.status === 'shipped' && isAll) return transition(trx, order, 'delivered', action)
  if (fresh.length > 0) await appendOrderEvent(trx, order, { ...action, note: `delivered ${action.note}`.trim() })
  return order
}

function namedParcels(shipments: readonly ShipmentRow[], parcel: string | undefined): readonly ShipmentRow[] {
  if (parcel === undefined) return shipments
  const found = shipments.filter((each) => each.id === parcel || each.tracking_number === parcel)
  if (found.length === 0) throw new OrderError('units_unknown', `The order has no parcel ${parcel}.`)
  return found
}
