import type { Kysely } from 'kysely'

/** Adds the Swedish name of the product that a finding of an import is about. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('import_findings')
    .addColumn('name_sv', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
}
