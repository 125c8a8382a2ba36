import type { Kysely } from 'kysely'
import { index } from './columns.ts'

/**
 * The mailbox of an order's e-mail address, by which limits count: what stands after a plus leads to the same one.
 * Orders of before have none, and are counted by their address alone.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('orders')
    .addColumn('mailbox', 'text', (define) => define.notNull().defaultTo(''))
    .execute()
  await index(db, 'orders_by_mailbox', 'orders', ['mailbox', 'placed_at'])
}
