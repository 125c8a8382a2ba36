import { sql, type Kysely } from 'kysely'
import type { DatabaseKind } from '../connect.ts'
import { index } from './columns.ts'

/**
 * Adds what sorts all products, drafts included, in the console, and what finds those that lack something. Names and
 * numbers are found by their beginning; PostgreSQL needs indexes that compare these byte by byte.
 */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await index(db, 'products_by_update', 'products', ['updated_at', 'sku'])
  await index(db, 'products_of_brand', 'products', ['brand_id', 'sku'])
  await sql`create index products_drafts on products (sku) where status = 'draft'`.execute(db)
  await sql`create index products_unpriced on products (sku) where sort_price is null`.execute(db)
  await sql`create index products_unpictured on products (sku) where picture_id is null`.execute(db)
  if (kind === 'sqlite') return
  await sql`create index product_texts_by_slug on product_texts (language, slug collate "C")`.execute(db)
  await sql`create index products_by_sku on products (sku collate "C")`.execute(db)
}
