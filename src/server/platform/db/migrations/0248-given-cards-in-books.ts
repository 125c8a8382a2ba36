import type { Kysely } from 'kysely'

/** Adds how much of what went back to gift cards went to cards that nobody bought; null where it was not kept. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('order_refunds').addColumn('given_back', 'bigint').execute()
  await db.schema
    .alterTable('card_returns')
    .addColumn('given', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()
}
