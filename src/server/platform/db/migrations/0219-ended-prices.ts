import { sql, type Kysely } from 'kysely'

/** An index by which the retention finds the oldest prices that have ended. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index price_history_ended on price_history (valid_until) where valid_until is not null`.execute(db)
}
