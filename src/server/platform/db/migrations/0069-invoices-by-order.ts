import type { Kysely } from 'kysely'
import { index } from './columns.ts'

/** The invoice of an order is found by it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await index(db, 'invoices_by_order', 'invoices', ['order_id'])
}
