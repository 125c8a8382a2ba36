import type { Language } from '../../../domain/locales.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import type { Ids } from '../../catalog/products/card-queries.ts'
import { batchQueries } from '../../platform/db/batch-queries.ts'

/** Those among these skus that the shop has. */
export async function knownSkus(db: Queryable, skus: readonly string[]): Promise<Set<string>> {
  return new Set(
    (await db.selectFrom('products').select('sku').where('sku', 'in', skus).execute()).map(({ sku }) => sku),
  )
}

/** The ids of products by their skus, to be asked with what is asked of them. */
export function productIdsOf(db: Queryable, skus: readonly string[]) {
  return db.selectFrom('products').select('id').where('sku', 'in', skus)
}

/**
 * The categories of products, a variant's choice being in its parent's, and the intervals at which the products can be
 * subscribed to.
 */
export async function categoriesAndIntervals(db: Queryable, productIds: Ids) {
  return batchQueries(
    db,
    db
      .selectFrom('products as p')
      .innerJoin('category_products as c', (join) =>
        join.on('c.product_id', '=', (on) => on.fn.coalesce('p.parent_id', 'p.id')),
      )
      .select(['p.id as product_id', 'c.category_id'])
      .where('p.id', 'in', productIds)
      .where('c.direct', '=', 1),
    db.selectFrom('subscription_intervals').select(['product_id', 'days']).where('product_id', 'in', productIds),
  )
}

/** Names of the parents of variants, so that a cart line says more than "Nordic layout". */
export async function parentTexts(db: Queryable, language: Language, parentIds: readonly string[]) {
  return db
    .selectFrom('products as p')
    .innerJoin('product_texts as t', (join) => join.onRef('t.product_id', '=', 'p.id').on('t.language', '=', language))
    .select(['p.id', 'p.picture_id', 'p.weight_grams', 't.name', 't.slug'])
    .where('p.id', 'in', parentIds)
    .execute()
}

/** What goes with these products, and at how many percent less. */
export async function offerRows(db: Queryable, productIds: readonly string[]) {
  return db
    .selectFrom('product_relations')
    .select(['product_id', 'related_id', 'kind', 'discount_percent'])
    .where('product_id', 'in', productIds)
    .where('kind', 'in', ['accessory', 'bundle'])
    .execute()
}
