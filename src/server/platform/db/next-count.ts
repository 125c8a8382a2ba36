import { PostgresAdapter, sql } from 'kysely'
import type { DatabaseTransaction } from './tables.ts'

/**
 * Returns the next number of a table's sequence; on PostgreSQL no other process gets it, on SQLite no other process
 * writes meanwhile.
 */
export async function nextCount(trx: DatabaseTransaction, table: 'orders'): Promise<number> {
  const next =
    trx.getExecutor().adapter instanceof PostgresAdapter
      ? sql<number>`nextval(${`${table}_seq_seq`}::regclass)`
      : sql<number>`coalesce((select seq from sqlite_sequence where name = ${table}), 0) + 1`
  const { count } = await trx.selectNoFrom(next.as('count')).executeTakeFirstOrThrow()
  return count
}
