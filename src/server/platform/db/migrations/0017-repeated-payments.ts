import type { Kysely } from 'kysely'

/** A payment that is made without the shopper names the earlier one whose card it is made with. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('payment_attempts').addColumn('repeats', 'text').execute()
}
