import type { Kysely } from 'kysely'

/** Keeps what a person wrote for all records of a run, such as why orders are put on hold. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('bulk_runs')
    .addColumn('note', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
}
