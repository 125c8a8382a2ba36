import { batchQueries } from '../../platform/db/batch-queries.ts'
import { cartColumns } from '../../platform/db/columns.ts'
import type { DatabaseTransaction, NewRow, Queryable } from '../../platform/db/tables.ts'
import { liveOrderId, orderById, type OrderRow } from '../orders/queries.ts'

export async function cartRow(db: Queryable, checkoutId: string) {
  return db.selectFrom('carts').select(cartColumns).where('checkout_id', '=', checkoutId).executeTakeFirst()
}
export type CartRow = NonNullable<Awaited<ReturnType<typeof cartRow>>>

/** A cart and the order placed from it, if any. */
export type CartAndOrder = { cart: CartRow | undefined; order: OrderRow | undefined }

export async function cartAndOrder(db: Queryable, checkoutId: string): Promise<CartAndOrder> {
  const read = db.selectFrom('carts').select(cartColumns).where('checkout_id', '=', checkoutId)
  const [[cart], [live]] = await batchQueries(db, read, liveOrderId(db, checkoutId))
  return { cart, order: live && (await orderById(db, live.id)) }
}

/**
 * Locks a cart until the transaction ends. A concurrent order of the same cart waits here and then finds the first
 * one's order.
 */
export async function lockCart(trx: DatabaseTransaction, checkoutId: string, now: Date): Promise<CartAndOrder> {
  const locked = trx
    .updateTable('carts')
    .set({ updated_at: now.toISOString() })
    .where('checkout_id', '=', checkoutId)
    .returning(cartColumns)
  const [[cart], [live]] = await batchQueries(trx, locked, liveOrderId(trx, checkoutId))
  return { cart, order: live && (await orderById(trx, live.id)) }
}

export async function insertCart(db: Queryable, row: NewRow<'carts'>): Promise<void> {
  await db.insertInto('carts').values(row).execute()
}

export async function updateCart(db: Queryable, checkoutId: string, change: Partial<NewRow<'carts'>>): Promise<void> {
  await db.updateTable('carts').set(change).where('checkout_id', '=', checkoutId).execute()
}

/** Updates a cart whose form still belongs to the browser that it did when it was read; returns false for others. */
export async function updateTyped(
  db: Queryable,
  { checkout_id: id, typed_by: typedBy }: Pick<CartRow, 'checkout_id' | 'typed_by'>,
  change: Partial<NewRow<'carts'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('carts')
    .set(change)
    .where('checkout_id', '=', id)
    .where('typed_by', '=', typedBy)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Gives a cart to another customer, or to a guest, without what was typed in its checkout. */
export async function assignCart(db: Queryable, checkoutId: string, customerId: string | null): Promise<void> {
  await db
    .updateTable('carts')
    .set({ customer_id: customerId, form: '{}', typed_by: '', gift_cards: '[]' })
    .where('checkout_id', '=', checkoutId)
    .where('customer_id', customerId === null ? 'is not' : 'is distinct from', customerId)
    .execute()
}
