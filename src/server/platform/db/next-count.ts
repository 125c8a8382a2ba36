import { sql } from 'kysely'
import { kindOf } from './kind-of.ts'
import type { DatabaseTransaction } from './tables.ts'

/**
 * Returns the next number of a table's sequence; on PostgreSQL no other process gets it, on SQLite no other process
 * writes meanwhile.
 */
export async function nextCount(trx: DatabaseTransaction, table: 'orders'): Promise<number> {
  const next =
    kindOf(trx) === 'postgres'
      ? sql<number>`nextval(${`${table}_seq_seq`}::regclass)`
      : sql<number>`coalesce((select seq from sqlite_sequence where name = ${table}), 0) + 1`
  const { count } = await trx.selectNoFrom(next.as('count')).executeTakeFirstOrThrow()
  return count
}

/** Returns the last number that a table's sequence has given; 0 before the first. */
export async function lastCount(trx: DatabaseTransaction, table: 'orders'): Promise<number> {
  const last =
    kindOf(trx) === 'postgres'
      ? sql<number>`(select last_value - case when is_called then 0 else 1 end from ${sql.table(`${table}_seq_seq`)})`
      : sql<number>`coalesce((select seq from sqlite_sequence where name = ${table}), 0)`
  const { count } = await trx.selectNoFrom(last.as('count')).executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * Skips numbers of a table's sequence. PostgreSQL takes them one by one: setting the sequence would repeat what another
 * process takes between reading and setting it.
 */
export async function skipCounts(trx: DatabaseTransaction, table: 'orders', skipped: number): Promise<void> {
  if (kindOf(trx) === 'postgres') {
    const sequence = `${table}_seq_seq`
    await sql`select max(nextval(${sequence}::regclass)) from generate_series(1, ${skipped}::int)`.execute(trx)
    return
  }
  const last = await lastCount(trx, table)
  await sql`delete from sqlite_sequence where name = ${table}`.execute(trx)
  await sql`insert into sqlite_sequence (name, seq) values (${table}, ${last + skipped})`.execute(trx)
}
