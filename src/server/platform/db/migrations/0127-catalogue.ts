import { sql, type Kysely } from 'kysely'
import type { DatabaseKind } from '../connect.ts'
import { index, orderedByKey, table } from './columns.ts'

/**
 * Adds what the console needs to arrange the catalogue: the former addresses of categories, by which feeds still find
 * them; which categories were merged into which; all categories of products that no list shows; titles and descriptions
 * of categories for search engines; which searches without hits somebody has dealt with; and texts of brands.
 */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await table(db, 'category_former_paths', { language: 'text', path: 'text', category_id: 'text' })
    .addPrimaryKeyConstraint('category_former_paths_pk', ['language', 'path'])
    .modifyEnd(orderedByKey(kind))
    .execute()
  await index(db, 'category_former_paths_by_category', 'category_former_paths', ['category_id'])
  await table(db, 'category_merges', { category_id: 'text', into_id: 'text' })
    .addPrimaryKeyConstraint('category_merges_pk', ['category_id'])
    .modifyEnd(orderedByKey(kind))
    .execute()
  await table(db, 'unlisted_categories', { product_id: 'text', category_id: 'text' })
    .addPrimaryKeyConstraint('unlisted_categories_pk', ['product_id', 'category_id'])
    .modifyEnd(orderedByKey(kind))
    .execute()
  await index(db, 'unlisted_categories_by_category', 'unlisted_categories', ['category_id'])
  await index(db, 'products_by_main_category', 'products', ['main_category_id'])
  const columns = ['page_title', 'meta_description']
  for (const column of columns)
    await sql`alter table category_texts add column ${sql.ref(column)} text not null default ''`.execute(db)
  await sql`alter table search_misses add column dismissed_at text`.execute(db)
  await namedGoods(db, kind)
}

/** Texts and former addresses of brands, and what the values of an attribute are. */
async function namedGoods(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await table(db, 'brand_former_slugs', { slug: 'text', brand_id: 'text' })
    .addPrimaryKeyConstraint('brand_former_slugs_pk', ['slug'])
    .modifyEnd(orderedByKey(kind))
    .execute()
  for (const column of ['description_en', 'description_sv'])
    await sql`alter table brands add column ${sql.ref(column)} text not null default ''`.execute(db)
  await sql`alter table attributes add column kind text not null default 'text'`.execute(db)
}
