import { sql, type Kysely } from 'kysely'

/**
 * Where an order was placed from, for the limits on placing orders ('' once that is no longer needed), and why it waits
 * for a person before it is packed (null for most).
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
