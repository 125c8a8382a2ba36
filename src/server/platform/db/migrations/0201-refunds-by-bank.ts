import type { Kysely } from 'kysely'

/** Keeps which refunds were paid from the shop's own bank account, because the provider had refused them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('refunds')
    .addColumn('by_bank', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}
