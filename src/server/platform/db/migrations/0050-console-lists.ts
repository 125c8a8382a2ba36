import { sql, type Kysely } from 'kysely'
import type { DatabaseKind } from '../connect.ts'
import { index } from './columns.ts'

/** Indexes behind the columns that the console's lists sort and search by. */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const bytewise = sql.raw(kind === 'sqlite' ? '' : ' collate "C"')
  await index(db, 'orders_by_total', 'orders', ['total', 'seq'])
  await index(db, 'orders_by_time', 'orders', ['placed_at', 'seq'])
  await sql`create index orders_by_address on orders (email${bytewise})`.execute(db)
  await sql`create index shipments_by_tracking on shipments (tracking_number${bytewise})`.execute(db)
  await sql`create index customers_by_address on customers (email${bytewise})`.execute(db)
  await sql`create index customers_by_name on customers (lower(name)${bytewise})`.execute(db)
  await index(db, 'customers_by_time', 'customers', ['created_at', 'id'])
}
