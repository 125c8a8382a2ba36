import type { Kysely } from 'kysely'
import { table } from './columns.ts'

/** Adds where in the stockroom a part is. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await table(db, 'stock_shelves', { product_id: 'text', shelf: 'text' })
    .addPrimaryKeyConstraint('stock_shelves_key', ['product_id'])
    .execute()
}
