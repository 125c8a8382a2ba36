import { PostgresAdapter, sql } from 'kysely'
import type { DatabaseTransaction } from './tables.ts'

/** What a table's counter gives next: on PostgreSQL nobody else gets it, on SQLite nobody else writes meanwhile. */
export async function nextCount(trx: DatabaseTransaction, table: 'orders'): Promise<number> {
  const next =
    trx.getExecutor().adapter instanceof PostgresAdapter
      ? sql<number>`nextval(${`${table}_seq_seq`}::regclass)`
      : sql<number>`coalesce((select seq from sqlite_sequence where name = ${table}), 0) + 1`
  const { count } = await trx.selectNoFrom(next.as('count')).executeTakeFirstOrThrow()
  return count
}
