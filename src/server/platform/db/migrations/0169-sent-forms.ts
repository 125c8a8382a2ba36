import type { Kysely } from 'kysely'
import { index, table } from './columns.ts'

/** Forms of the console that made something, so that the same form sent again makes nothing more. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await table(db, 'sent_forms', { id: 'text', sending: 'text', answer: 'text?', created_at: 'text' })
    .addPrimaryKeyConstraint('sent_forms_key', ['id'])
    .execute()
  await index(db, 'sent_forms_by_time', 'sent_forms', ['created_at'])
}
