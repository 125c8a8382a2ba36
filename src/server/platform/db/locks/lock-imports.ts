import { sql } from 'kysely'
import { kindOf } from '../kind-of.ts'
import type { DatabaseTransaction } from '../tables.ts'
import { lockNumbers } from './lock-numbers.ts'

/**
 * Admits one transaction at a time that begins or takes over an import, or that moves the shop to another home country;
 * on SQLite every transaction is alone.
 */
export async function lockImports(trx: DatabaseTransaction): Promise<void> {
  if (kindOf(trx) === 'postgres') await sql`select pg_advisory_xact_lock(${lockNumbers.imports})`.execute(trx)
}

/**
 * Locks the tree while it is written which categories a product is in, so that no category is removed or moved
 * meanwhile; on SQLite every transaction that writes is alone.
 */
export async function lockCategoriesShared(trx: DatabaseTransaction): Promise<void> {
  if (kindOf(trx) === 'postgres') await sql`select pg_advisory_xact_lock_shared(${lockNumbers.categories})`.execute(trx)
}

/** Waits for those who write the categories of products, and keeps others waiting until the transaction ends. */
export async function lockCategories(trx: DatabaseTransaction): Promise<void> {
  if (kindOf(trx) === 'postgres') await sql`select pg_advisory_xact_lock(${lockNumbers.categories})`.execute(trx)
}
