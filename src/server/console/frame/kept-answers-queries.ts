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

/** Returns the first of the answers to the form that was sent from an answer; undefined without that one. */
export async function formOfAnswer(db: Queryable, id: string): Promise<string | undefined> {
  return (await db.selectFrom('kept_answers').select('form').where('id', '=', id).executeTakeFirst())?.form
}

/** Deletes all answers to a form. */
export async function deleteAnswersTo(db: Queryable, form: string): Promise<void> {
  await db.deleteFrom('kept_answers').where('form', '=', form).execute()
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
