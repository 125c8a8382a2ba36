import type { Database, DatabaseTransaction, NewRow, Queryable, Row } from '../../platform/db/tables.ts'

export async function sentForm(db: Queryable, id: string): Promise<Row<'sent_forms'> | undefined> {
  return db.selectFrom('sent_forms').selectAll().where('id', '=', id).executeTakeFirst()
}

/**
 * Claims a form in the transaction of what it makes. Returns false if another sending has claimed it; one that is
 * being carried out is awaited.
 */
export async function claimForm(trx: DatabaseTransaction, row: NewRow<'sent_forms'>): Promise<boolean> {
  await trx
    .insertInto('sent_forms')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  return (await sentForm(trx, row.id))?.sending === row.sending
}

export async function keepFormAnswer(db: Database, id: string, answer: string): Promise<void> {
  await db.updateTable('sent_forms').set({ answer }).where('id', '=', id).execute()
}

/** Lets a form be carried out again. */
export async function releaseForm(db: Database, id: string): Promise<void> {
  await db.deleteFrom('sent_forms').where('id', '=', id).execute()
}
