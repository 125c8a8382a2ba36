import type { DatabaseTransaction, Queryable } from '../../platform/db/tables.ts'

const id = 'books'

/** The last day that is closed; '' while none is. */
export async function closedThrough(db: Queryable): Promise<string> {
  const row = await db.selectFrom('books_closing').select('closed_through').where('id', '=', id).executeTakeFirst()
  return row?.closed_through ?? ''
}

/** Reads the last closed day and keeps it until the transaction ends. */
export async function lockClosing(trx: DatabaseTransaction): Promise<string> {
  const row = await trx
    .updateTable('books_closing')
    .set((each) => ({ closed_through: each.ref('closed_through') }))
    .where('id', '=', id)
    .returning('closed_through')
    .executeTakeFirst()
  return row?.closed_through ?? ''
}

export async function setClosedThrough(trx: DatabaseTransaction, day: string): Promise<void> {
  await trx.updateTable('books_closing').set({ closed_through: day }).where('id', '=', id).execute()
}
