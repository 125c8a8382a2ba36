import type { Kysely } from 'kysely'

/** Keeps why nothing is paid back for a return that was received; '' while that is open. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('returns')
    .addColumn('refusal', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
}
