import type { Kysely } from 'kysely'

/** Adds to a payment made without the shopper a reference to the earlier payment whose card it uses. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('payment_attempts').addColumn('repeats', 'text').execute()
}
