import type { Kysely } from 'kysely'
import { table } from './columns.ts'

/** Tells which search documents changed, for processes that keep lists of them in memory. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await table(db, 'search_changes', { id: 'money', numbers: 'text' })
    .addPrimaryKeyConstraint('search_changes_pk', ['id'])
    .execute()
}
