import { orderColumns } from '../../platform/db/columns.ts'
import type { DatabaseTransaction, NewRow, Queryable, Row } from '../../platform/db/tables.ts'
import type { OrderRow } from './queries.ts'
import { followSuppliedStock } from './supplied-stock-queries.ts'

export type OrderLineRow = Row<'order_lines'>
export type ShipmentRow = Row<'shipments'>
/** A quantity of one order line; `position` counts from 1. */
export type LineUnits = { position: number; quantity: number }

/**
 * Reads an order and locks its row until the transaction ends; concurrent changes wait. `at` is written to
 * `updated_at`.
 */
export async function lockOrderRow(trx: DatabaseTransaction, id: string, at: string): Promise<OrderRow | undefined> {
  return trx
    .updateTable('orders')
    .set({ updated_at: at })
    .where('id', '=', id)
    .returning(orderColumns)
    .executeTakeFirst()
}

export async function shipmentByKey(db: Queryable, orderId: string, key: string): Promise<ShipmentRow | undefined> {
  return db
    .selectFrom('shipments')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('key', '=', key)
    .executeTakeFirst()
}

export async function shipmentById(db: Queryable, id: string): Promise<ShipmentRow | undefined> {
  return db.selectFrom('shipments').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function shipmentsOf(db: Queryable, orderId: string): Promise<ShipmentRow[]> {
  return db
    .selectFrom('shipments')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('shipped_at')
    .orderBy('id')
    .execute()
}

export async function shipmentLinesOf(db: Queryable, orderId: string) {
  return db
    .selectFrom('shipment_lines as l')
    .innerJoin('shipments as s', 's.id', 'l.shipment_id')
    .selectAll('l')
    .where('s.order_id', '=', orderId)
    .orderBy('l.position')
    .execute()
}

export async function insertShipment(
  trx: DatabaseTransaction,
  shipment: NewRow<'shipments'>,
  units: readonly LineUnits[],
): Promise<void> {
  await trx.insertInto('shipments').values(shipment).execute()
  await trx
    .insertInto('shipment_lines')
    .values(units.map((each) => ({ shipment_id: shipment.id, ...each })))
    .execute()
}

export async function setDelivered(trx: DatabaseTransaction, ids: readonly string[], at: string): Promise<void> {
  await trx
    .updateTable('shipments')
    .set({ delivered_at: at })
    .where('id', 'in', ids)
    .where('delivered_at', 'is', null)
    .execute()
}

/** Adds units to the shipped, refunded and cancelled counts of an order line. */
export async function countUnits(
  trx: DatabaseTransaction,
  orderId: string,
  position: number,
  added: Partial<Record<'shipped' | 'refunded' | 'cancelled', number>>,
): Promise<void> {
  const { shipped = 0, refunded = 0, cancelled = 0 } = added
  await trx
    .updateTable('order_lines')
    .set((row) => ({
      shipped: row('shipped', '+', shipped),
      refunded: row('refunded', '+', refunded),
      cancelled: row('cancelled', '+', cancelled),
    }))
    .where('order_id', '=', orderId)
    .where('position', '=', position)
    .execute()
}

/**
 * Ends the reservation of some units. The remaining units stay held; the ended ones are moved to a row of their own.
 */
export async function endReserved(
  trx: DatabaseTransaction,
  reservation: Row<'stock_reservations'>,
  ended: { id: string; quantity: number; status: 'consumed' | 'released' },
): Promise<void> {
  if (ended.quantity === reservation.quantity) {
    await trx.updateTable('stock_reservations').set({ status: ended.status }).where('id', '=', reservation.id).execute()
    return
  }
  await trx
    .updateTable('stock_reservations')
    .set((row) => ({ quantity: row('quantity', '-', ended.quantity) }))
    .where('id', '=', reservation.id)
    .execute()
  await trx
    .insertInto('stock_reservations')
    .values({ ...reservation, ...ended })
    .execute()
}

/** Adds to the stock and reserved counts of a product; negative values subtract. */
export async function moveStock(
  trx: DatabaseTransaction,
  productId: string,
  by: { onHand: number; reserved: number },
): Promise<void> {
  await trx
    .updateTable('stock')
    .set((row) => ({ on_hand: row('on_hand', '+', by.onHand), reserved: row('reserved', '+', by.reserved) }))
    .where('product_id', '=', productId)
    .execute()
  if (by.reserved < 0) await followSuppliedStock(trx, productId)
}

/**
 * Returns when the order was completely delivered, from its history; null if it was not. The withdrawal period counts
 * from then.
 */
export async function deliveredAt(db: Queryable, orderId: string): Promise<string | null> {
  const row = await db
    .selectFrom('order_events')
    .select('at')
    .where('order_id', '=', orderId)
    .where('to_status', '=', 'delivered')
    .where('from_status', '<>', 'delivered')
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst()
  return row?.at ?? null
}

export async function placedAt(db: Queryable, orderId: string): Promise<string | null> {
  const row = await db.selectFrom('orders').select('placed_at').where('id', '=', orderId).executeTakeFirst()
  return row?.placed_at ?? null
}
