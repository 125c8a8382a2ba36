import type { Kysely } from 'kysely'

/** Keeps why a row of an import was rejected as a code with values, for readers of every language. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('import_findings')
    .addColumn('reason', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
}
