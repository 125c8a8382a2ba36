import type { Kysely } from 'kysely'
import { index } from './columns.ts'

/**
 * Products that were written at the same moment are ordered by their ids, not by their numbers: imports write them in
 * that order, and the index then changes at one place instead of at as many as there are products.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex('products_by_update').execute()
  await index(db, 'products_by_update', 'products', ['updated_at', 'id'])
}
