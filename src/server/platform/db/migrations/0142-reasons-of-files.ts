import type { Kysely } from 'kysely'

/** Keeps why a file is refused, and what came of a source, as codes with values, for readers of every language. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('import_runs')
    .addColumn('fault_reasons', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await db.schema
    .alterTable('feed_source_runs')
    .addColumn('said_reasons', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
}
