import type { DatabaseTransaction, Queryable, Row } from '../../platform/db/tables.ts'

type SavedCartRow = Row<'saved_carts'>

export async function savedCartRow(db: Queryable, customerId: string): Promise<SavedCartRow | undefined> {
  return db.selectFrom('saved_carts').selectAll().where('customer_id', '=', customerId).executeTakeFirst()
}

/** Updates the saved cart if this browser's `mark` is still the newest; returns false otherwise. */
export async function rewriteSavedCart(
  db: Queryable,
  { customer_id: customerId, mark, ...change }: SavedCartRow,
): Promise<boolean> {
  const result = await db
    .updateTable('saved_carts')
    .set(change)
    .where('customer_id', '=', customerId)
    .where('mark', '=', mark)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/**
 * Locks a customer's saved cart until the transaction ends, creating it if needed, and sets a new `mark`. Returns the
 * row.
 */
export async function lockSavedCart(
  trx: DatabaseTransaction,
  { customer_id: customerId, mark, updated_at: at }: Omit<SavedCartRow, 'lines'>,
): Promise<SavedCartRow> {
  return trx
    .insertInto('saved_carts')
    .values({ customer_id: customerId, lines: '[]', mark, updated_at: at })
    .onConflict((conflict) => conflict.column('customer_id').doUpdateSet({ mark, updated_at: at }))
    .returningAll()
    .executeTakeFirstOrThrow()
}
