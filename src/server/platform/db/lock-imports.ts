import { sql } from 'kysely'
import { kindOf } from './kind-of.ts'
import type { DatabaseTransaction } from './tables.ts'

const importLock = 7_341_003

/**
 * Admits one transaction at a time that begins or takes over an import, or that moves the shop to another home country;
 * on SQLite every transaction is alone.
 */
export async function lockImports(trx: DatabaseTransaction): Promise<void> {
  if (kindOf(trx) === 'postgres') await sql`select pg_advisory_xact_lock(${importLock})`.execute(trx)
}
