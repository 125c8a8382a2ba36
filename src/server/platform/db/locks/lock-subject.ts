import { sql } from 'kysely'
import { kindOf } from '../kind-of.ts'
import type { DatabaseTransaction } from '../tables.ts'

/**
 * Admits one transaction at a time that does something logged with a record, whether the record exists or not; on
 * SQLite every transaction is alone.
 */
export async function lockSubject(trx: DatabaseTransaction, kind: string, id: string): Promise<void> {
  if (kindOf(trx) !== 'postgres') return
  await sql`select pg_advisory_xact_lock(hashtextextended(${`audit:${kind}:${id}`}, 0))`.execute(trx)
}
