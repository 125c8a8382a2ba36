import type { Language } from '../../domain/locales.ts'
import type { Queryable } from '../db/tables.ts'
import { together } from '../db/together.ts'

/** Product ids by sku, and the ids among those asked for that exist. */
export async function productIdsOf(db: Queryable, skus: readonly string[]) {
  return db.selectFrom('products').select(['id', 'sku']).where('sku', 'in', skus).execute()
}

/** The categories of products and of the parents of variants, and the intervals at which the products can be subscribed to. */
export async function categoriesAndIntervals(db: Queryable, productIds: readonly string[], parentIds: readonly string[]) {
  return together(
    db,
    db.selectFrom('category_products').select(['product_id', 'category_id']).where('product_id', 'in', [...productIds, ...parentIds]).where('direct', '=', 1),
    db.selectFrom('subscription_intervals').select(['product_id', 'days']).where('product_id', 'in', productIds),
  )
}

/** Names of the parents of variants, so that a cart line says more than "Nordic layout". */
export async function parentTexts(db: Queryable, language: Language, parentIds: readonly string[]) {
  return db.selectFrom('products as p')
    .innerJoin('product_texts as t', (join) => join.onRef('t.product_id', '=', 'p.id').on('t.language', '=', language))
    .select(['p.id', 'p.picture_id', 't.name', 't.slug']).where('p.id', 'in', parentIds).execute()
}

/** What goes with these products, and at how many percent less. */
export async function offerRows(db: Queryable, productIds: readonly string[]) {
  return db.selectFrom('product_relations').select(['product_id', 'related_id', 'kind', 'discount_percent'])
    .where('product_id', 'in', productIds).where('kind', 'in', ['accessory', 'bundle']).execute()
}
