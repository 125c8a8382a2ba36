import { sql, type Kysely } from 'kysely'
import type { DatabaseKind } from '../connect.ts'

/**
 * An index with what staff find orders by that has no index of its own: SQLite reads it instead of the orders and their
 * JSON. The database keeps it itself, so that a program of the version before does so too, and what is erased from an
 * order is erased from it. PostgreSQL reads no expression from an index alone.
 */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  if (kind !== 'sqlite') return
  await sql`create index orders_by_buyer on orders (seq, number, phone, (case when json_valid(address)
    then ' ' || (address ->> 'name') || ' ' || (address ->> 'organization') end))`.execute(db)
}
