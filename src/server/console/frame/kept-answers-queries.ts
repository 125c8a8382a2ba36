import type { NewRow, Queryable, Row } from '../../platform/db/tables.ts'

type KeptAnswerRow = Row<'kept_answers'>

export async function insertKeptAnswer(db: Queryable, row: NewRow<'kept_answers'>): Promise<void> {
  await db.insertInto('kept_answers').values(row).execute()
}

export async function keptAnswer(db: Queryable, id: string, since: string): Promise<KeptAnswerRow | undefined> {
  return db
    .selectFrom('kept_answers')
    .selectAll()
    .where('id', '=', id)
    .where('created_at', '>=', since)
    .executeTakeFirst()
}

export async function deleteKeptAnswer(db: Queryable, id: string): Promise<void> {
  await db.deleteFrom('kept_answers').where('id', '=', id).execute()
}

/** Deletes a person's answers but for the newest ones. */
export async function deleteOlderAnswers(db: Queryable, staffId: string, kept: number): Promise<void> {
  const newest = db
    .selectFrom('kept_answers')
    .select('id')
    .where('staff_id', '=', staffId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(kept)
  await db.deleteFrom('kept_answers').where('staff_id', '=', staffId).where('id', 'not in', newest).execute()
}
