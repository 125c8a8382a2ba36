import type { Kysely } from 'kysely'

/** Adds what buyers paid, or got back, of transactions that a provider pays out in another currency. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('payout_rows').addColumn('paid', 'bigint').execute()
  await db.schema.alterTable('payout_rows').addColumn('paid_currency', 'text').execute()
}
