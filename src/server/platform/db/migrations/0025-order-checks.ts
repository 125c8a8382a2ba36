import { sql, type Kysely } from 'kysely'

/**
 * Adds to orders the network they were placed from, for the limits on orders ('' when no longer needed), and the
 * reason for a manual check before packing (null for most).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('orders')
    .addColumn('network', 'text', (define) => define.notNull().defaultTo(''))
    .execute()
  await db.schema.alterTable('orders').addColumn('hold', 'text').execute()
  await sql`create index orders_by_network on orders (network, placed_at) where network <> ''`.execute(db)
  await sql`create index orders_on_hold on orders (seq) where hold is not null`.execute(db)
}
