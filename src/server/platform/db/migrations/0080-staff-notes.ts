import type { Kysely } from 'kysely'
import { index, table } from './columns.ts'

/** What staff tell each other about a customer or an organization; the customer does not see it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await table(db, 'staff_notes', {
    id: 'text',
    subject_kind: 'text',
    subject_id: 'text',
    at: 'text',
    author: 'text',
    text: 'text',
  })
    .addPrimaryKeyConstraint('staff_notes_pk', ['id'])
    .execute()
  await index(db, 'staff_notes_by_subject', 'staff_notes', ['subject_kind', 'subject_id', 'at'])
}
