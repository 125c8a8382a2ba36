import { stockColumns } from '../catalog/card-queries.ts'
import { attemptColumns, cartColumns, orderColumns, orderLineColumns } from '../db/columns.ts'
import type { DatabaseTransaction, NewRow, Queryable, Row } from '../db/tables.ts'
import { together } from '../db/together.ts'
import { orderNumber } from '../ids.ts'
import type { OrderLineRow } from '../orders/fulfilment-queries.ts'
import { liveOrder, type OrderRow } from '../orders/queries.ts'
import type { AttemptRow } from '../payments/queries.ts'

export async function cartRow(db: Queryable, checkoutId: string) {
  return db.selectFrom('carts').select(cartColumns).where('checkout_id', '=', checkoutId).executeTakeFirst()
}
export type CartRow = NonNullable<Awaited<ReturnType<typeof cartRow>>>

/** A cart and the order it became, where it did. */
export type CartAndOrder = { cart: CartRow | undefined; order: OrderRow | undefined }

export async function cartAndOrder(db: Queryable, checkoutId: string): Promise<CartAndOrder> {
  const cart = db.selectFrom('carts').select(cartColumns).where('checkout_id', '=', checkoutId)
  const [[row], [order]] = await together(db, cart, liveOrder(db, checkoutId))
  return { cart: row, order }
}

/** Lets one order at a time be made of a cart: whoever comes second waits here and then finds the first one's order. */
export async function lockCart(
  trx: DatabaseTransaction, checkoutId: string, change: Pick<NewRow<'carts'>, 'form' | 'updated_at'>,
): Promise<CartAndOrder> {
  const locked = trx.updateTable('carts').set(change).where('checkout_id', '=', checkoutId).returning(cartColumns)
  const [[cart], [order]] = await together(trx, locked, liveOrder(trx, checkoutId))
  return { cart, order }
}

export async function insertCart(db: Queryable, row: NewRow<'carts'>): Promise<void> {
  await db.insertInto('carts').values(row).execute()
}

export async function updateCart(db: Queryable, checkoutId: string, change: Partial<NewRow<'carts'>>): Promise<void> {
  await db.updateTable('carts').set(change).where('checkout_id', '=', checkoutId).execute()
}

/** Reserves pieces of each product and gives what is left of it; nothing of one that there are too few of. */
export async function reserveStock(trx: DatabaseTransaction, pieces: readonly { product_id: string; quantity: number }[]): Promise<Row<'stock'>[]> {
  const reserve = (productId: string, quantity: number) => trx.updateTable('stock').set((row) => ({ reserved: row('reserved', '+', quantity) }))
    .where('product_id', '=', productId)
    .where((row) => row(row('on_hand', '-', row.ref('reserved')), '>=', quantity)).returning(stockColumns)
  return (await together(trx, ...pieces.map(({ product_id: id, quantity }) => reserve(id, quantity)))).flat()
}

export async function setPieces(db: Queryable, setIds: readonly string[]) {
  return db.selectFrom('set_items').select(['set_id', 'product_id', 'quantity']).where('set_id', 'in', setIds).execute()
}

type OrderParts = {
  order: Omit<NewRow<'orders'>, 'seq' | 'number'>
  lines: NewRow<'order_lines'>[]; event: NewRow<'order_events'>; reservations: NewRow<'stock_reservations'>[]; attempt: NewRow<'payment_attempts'>
}

/** Writes an order, under the number that is the next, with what belongs to it. */
export async function insertOrder(trx: DatabaseTransaction, parts: OrderParts): Promise<{ order: OrderRow; lines: OrderLineRow[]; attempt: AttemptRow }> {
  const { id } = parts.order
  const order = await trx.insertInto('orders').values({ ...parts.order, number: id }).returning(orderColumns).executeTakeFirstOrThrow()
  const number = orderNumber(order.seq)
  const [lines, [attempt]] = await together(
    trx,
    trx.insertInto('order_lines').values(parts.lines).returning(orderLineColumns),
    trx.insertInto('payment_attempts').values(parts.attempt).returning(attemptColumns),
    trx.updateTable('orders').set({ number }).where('id', '=', id),
    trx.insertInto('order_events').values(parts.event),
    ...(parts.reservations.length > 0 ? [trx.insertInto('stock_reservations').values(parts.reservations)] : []),
  )
  if (!attempt) throw new Error(`Order ${number} has no payment attempt.`)
  return { order: { ...order, number }, lines, attempt }
}
