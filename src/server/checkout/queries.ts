import type { DatabaseTransaction, NewRow, Queryable } from '../db/tables.ts'

export async function cartRow(db: Queryable, checkoutId: string) {
  return db.selectFrom('carts').selectAll().where('checkout_id', '=', checkoutId).executeTakeFirst()
}
export type CartRow = NonNullable<Awaited<ReturnType<typeof cartRow>>>

/** Lets one order at a time be made of a cart: whoever comes second waits here and then finds the first one's order. */
export async function lockCart(
  trx: DatabaseTransaction, checkoutId: string, change: Pick<NewRow<'carts'>, 'form' | 'updated_at'>,
): Promise<CartRow | undefined> {
  return trx.updateTable('carts').set(change).where('checkout_id', '=', checkoutId).returningAll().executeTakeFirst()
}

export async function insertCart(db: Queryable, row: NewRow<'carts'>): Promise<void> {
  await db.insertInto('carts').values(row).execute()
}

export async function updateCart(db: Queryable, checkoutId: string, change: Partial<NewRow<'carts'>>): Promise<void> {
  await db.updateTable('carts').set(change).where('checkout_id', '=', checkoutId).execute()
}

/** Reserves pieces unless too few are left; tells whether it could. */
export async function reserveStock(trx: DatabaseTransaction, productId: string, quantity: number): Promise<boolean> {
  const result = await trx.updateTable('stock').set((row) => ({ reserved: row('reserved', '+', quantity) }))
    .where('product_id', '=', productId)
    .where((row) => row(row('on_hand', '-', row.ref('reserved')), '>=', quantity)).executeTakeFirst()
  return result.numUpdatedRows === 1n
}

export async function setPieces(db: Queryable, setIds: readonly string[]) {
  return db.selectFrom('set_items').select(['set_id', 'product_id', 'quantity']).where('set_id', 'in', setIds).execute()
}

export async function insertOrder(trx: DatabaseTransaction, row: Omit<NewRow<'orders'>, 'seq' | 'number'>): Promise<number> {
  const { seq } = await trx.insertInto('orders').values({ ...row, number: row.id }).returning('seq').executeTakeFirstOrThrow()
  return Number(seq)
}

export async function setOrderNumber(trx: DatabaseTransaction, orderId: string, number: string): Promise<void> {
  await trx.updateTable('orders').set({ number }).where('id', '=', orderId).execute()
}

export async function insertOrderParts(trx: DatabaseTransaction, parts: {
  lines: NewRow<'order_lines'>[]; event: NewRow<'order_events'>; reservations: NewRow<'stock_reservations'>[]; attempt: NewRow<'payment_attempts'>
}): Promise<void> {
  await trx.insertInto('order_lines').values(parts.lines).execute()
  await trx.insertInto('order_events').values(parts.event).execute()
  if (parts.reservations.length > 0) await trx.insertInto('stock_reservations').values(parts.reservations).execute()
  await trx.insertInto('payment_attempts').values(parts.attempt).execute()
}
