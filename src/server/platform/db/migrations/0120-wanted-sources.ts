import type { Kysely } from 'kysely'

/** Lets somebody ask for a source to be run now. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('feed_sources')
    .addColumn('is_wanted', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}
