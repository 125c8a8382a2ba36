import { stockColumns } from '../../catalog/products/card-queries.ts'
import { cartColumns } from '../../platform/db/columns.ts'
import type { DatabaseTransaction, NewRow, Queryable, Row } from '../../platform/db/tables.ts'
import { batchQueries } from '../../platform/db/batch-queries.ts'
import { liveOrderId, orderById, type OrderRow } from '../orders/queries.ts'
import { termsToInsert } from '../orders/terms-queries.ts'
import { effectToAdd, type Effect } from '../../platform/outbox/queries.ts'
import { paymentEventToInsert } from '../../payments/queries.ts'

export async function cartRow(db: Queryable, checkoutId: string) {
  return db.selectFrom('carts').select(cartColumns).where('checkout_id', '=', checkoutId).executeTakeFirst()
}
export type CartRow = NonNullable<Awaited<ReturnType<typeof cartRow>>>

/** A cart and the order it became, where it did. */
export type CartAndOrder = { cart: CartRow | undefined; order: OrderRow | undefined }

export async function cartAndOrder(db: Queryable, checkoutId: string): Promise<CartAndOrder> {
  const read = db.selectFrom('carts').select(cartColumns).where('checkout_id', '=', checkoutId)
  const [[cart], [live]] = await batchQueries(db, read, liveOrderId(db, checkoutId))
  return { cart, order: live && (await orderById(db, live.id)) }
}

/** Lets one order at a time be made of a cart: whoever comes second waits here and then finds the first one's order. */
export async function lockCart(
  trx: DatabaseTransaction,
  checkoutId: string,
  change: Pick<NewRow<'carts'>, 'form' | 'typed_by' | 'updated_at'>,
): Promise<CartAndOrder> {
  const locked = trx.updateTable('carts').set(change).where('checkout_id', '=', checkoutId).returning(cartColumns)
  const [[cart], [live]] = await batchQueries(trx, locked, liveOrderId(trx, checkoutId))
  return { cart, order: live && (await orderById(trx, live.id)) }
}

export async function insertCart(db: Queryable, row: NewRow<'carts'>): Promise<void> {
  await db.insertInto('carts').values(row).execute()
}

export async function updateCart(db: Queryable, checkoutId: string, change: Partial<NewRow<'carts'>>): Promise<void> {
  await db.updateTable('carts').set(change).where('checkout_id', '=', checkoutId).execute()
}

/** Reserves pieces of each product and gives what is left of it; nothing of one that there are too few of. */
export async function reserveStock(
  trx: DatabaseTransaction,
  pieces: readonly { product_id: string; quantity: number }[],
): Promise<Row<'stock'>[]> {
  const reserve = (productId: string, quantity: number) =>
    trx
      .updateTable('stock')
      .set((row) => ({ reserved: row('reserved', '+', quantity) }))
      .where('product_id', '=', productId)
      .where((row) => row(row('on_hand', '-', row.ref('reserved')), '>=', quantity))
      .returning(stockColumns)
  return (await batchQueries(trx, ...pieces.map(({ product_id: id, quantity }) => reserve(id, quantity)))).flat()
}

export async function setPieces(db: Queryable, setIds: readonly string[]) {
  return db.selectFrom('set_items').select(['set_id', 'product_id', 'quantity']).where('set_id', 'in', setIds).execute()
}

/** What belongs to an order and is written with it. */
export type OrderParts = {
  lines: NewRow<'order_lines'>[]
  events: NewRow<'order_events'>[]
  reservations: NewRow<'stock_reservations'>[]
  attempt: NewRow<'payment_attempts'>
  paymentEvent?: NewRow<'payment_events'>
  mail?: Effect
  terms?: NewRow<'order_terms'> | undefined
}

export type NewOrder = { order: NewRow<'orders'>; parts: OrderParts }

/** Writes an order with what belongs to it. */
export async function insertOrder(trx: DatabaseTransaction, { order, parts }: NewOrder, now: Date): Promise<void> {
  const { lines, events, reservations, attempt, paymentEvent, mail, terms } = parts
  await batchQueries(
    trx,
    trx.insertInto('orders').values(order),
    trx.insertInto('order_lines').values(lines),
    trx.insertInto('payment_attempts').values(attempt),
    trx.insertInto('order_events').values(events),
    ...(reservations.length > 0 ? [trx.insertInto('stock_reservations').values(reservations)] : []),
    ...(paymentEvent ? [paymentEventToInsert(trx, paymentEvent)] : []),
    ...(terms ? [termsToInsert(trx, terms)] : []),
    ...(mail ? [effectToAdd(trx, mail, now)] : []),
  )
}
