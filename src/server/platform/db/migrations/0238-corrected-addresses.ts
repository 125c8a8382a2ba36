import type { Kysely } from 'kysely'

/** Adds how many times the e-mail address of an order was corrected. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('orders')
    .addColumn('corrections', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}
