import type { Kysely } from 'kysely'

/** What of a refund is set off and paid to nobody; unknown of earlier refunds. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('order_refunds').addColumn('set_off', 'bigint').execute()
}
