import type { Kysely } from 'kysely'

/** Keeps the list that a bulk run was started from, so that its page leads back there. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('bulk_runs')
    .addColumn('back', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
}
