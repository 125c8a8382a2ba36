import { sql, type Kysely } from 'kysely'
import { index, table } from './columns.ts'

/** Adds who picks an order, levels of stock, and indexes behind what the first screen counts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await table(db, 'order_pickers', { order_id: 'text', staff_id: 'text', name: 'text', taken_at: 'text' })
    .addPrimaryKeyConstraint('order_pickers_key', ['order_id'])
    .execute()
  await index(db, 'order_pickers_by_person', 'order_pickers', ['staff_id', 'taken_at'])
  await table(db, 'stock_levels', { product_id: 'text', level: 'int' })
    .addPrimaryKeyConstraint('stock_levels_key', ['product_id'])
    .execute()
  await sql`create index outbox_failed on outbox (created_at) where last_error is not null`.execute(db)
  await index(db, 'carts_by_creation', 'carts', ['created_at'])
}
