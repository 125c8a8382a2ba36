import type { Kysely } from 'kysely'
import { index } from './columns.ts'

/** Adds what sorts payouts by their amount, and finds those with rows of one kind. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await index(db, 'payouts_by_net', 'payouts', ['net', 'id'])
  await index(db, 'payout_rows_by_kind', 'payout_rows', ['kind', 'payout_id'])
}
