import type { Kysely } from 'kysely'

/** Adds which part of a set was scanned. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('packing_scans')
    .addColumn('piece_id', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
}
