import type { Kysely } from 'kysely'
import { index, table } from './columns.ts'

/** Answers to refused forms of the console, kept for a short time so that the browser can go back to them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await table(db, 'kept_answers', { id: 'text', form: 'text', staff_id: 'text', answer: 'text', created_at: 'text' })
    .addPrimaryKeyConstraint('kept_answers_key', ['id'])
    .execute()
  await index(db, 'kept_answers_by_form', 'kept_answers', ['form'])
  await index(db, 'kept_answers_by_time', 'kept_answers', ['created_at'])
  await index(db, 'kept_answers_by_person', 'kept_answers', ['staff_id', 'created_at'])
}
