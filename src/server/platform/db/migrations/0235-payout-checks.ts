import type { Kysely } from 'kysely'
import { table } from './columns.ts'

/** Adds how many rows of each payout differ from the payments of the shop, and when they were compared. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await table(db, 'payout_checks', { payout_id: 'text', differing: 'int', compared_at: 'text' })
    .addPrimaryKeyConstraint('payout_checks_key', ['payout_id'])
    .execute()
}
