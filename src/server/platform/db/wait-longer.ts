import { sql } from 'kysely'
import { kindOf } from './kind-of.ts'
import type { DatabaseTransaction } from './tables.ts'

/** Shorter than an order waits for its turn (longestLaneWaitMs in lanes.ts). */
const longestMs = 15_000

/**
 * Lets the statements of this transaction take up to 15 seconds: PostgreSQL counts the time in which a statement waits
 * for the rows of another transaction. SQLite has one writer, whose transactions wait before they begin.
 */
export async function waitLonger(trx: DatabaseTransaction): Promise<void> {
  if (kindOf(trx) === 'postgres') await sql`set local statement_timeout = ${sql.lit(longestMs)}`.execute(trx)
}
