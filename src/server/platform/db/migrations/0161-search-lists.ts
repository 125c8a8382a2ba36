import type { Kysely } from 'kysely'
import { table } from './columns.ts'

/** Names the files with lists of the search that belong to this database, and the newest change of each. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await table(db, 'search_lists', { token: 'text', seen: 'money', made: 'money' })
    .addPrimaryKeyConstraint('search_lists_pk', ['token'])
    .execute()
}
