import type { Language } from '../../../domain/places/locales.ts'
import type { Ids } from '../../catalog/products/card-queries.ts'
import { batchQueries } from '../../platform/db/batch-queries.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { isOn } from '../../platform/settings/settings-queries.ts'

/** Returns which of these SKUs exist. */
export async function knownSkus(db: Queryable, skus: readonly string[]): Promise<Set<string>> {
  return new Set(
    (await db.selectFrom('products').select('sku').where('sku', 'in', skus).execute()).map(({ sku }) => sku),
  )
}

/** Builds a subquery for product ids by SKU. */
export function productIdsOf(db: Queryable, skus: readonly string[]) {
  return db.selectFrom('products').select('id').where('sku', 'in', skus)
}

/** Reads the categories of products (a variant's choice has its parent's) and the available subscription intervals. */
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
    db
      .selectFrom('subscription_intervals')
      .select(['product_id', 'days'])
      .where('product_id', 'in', productIds)
      .where(isOn('subscriptions')),
  )
}

/** Reads the names of variants' parents, because a choice's own name ("Nordic layout") is not enough on a cart line. */
export async function parentTexts(db: Queryable, language: Language, parentIds: readonly string[]) {
  return db
    .selectFrom('products as p')
    .innerJoin('product_texts as t', (join) => join.onRef('t.product_id', '=', 'p.id').on('t.language', '=', language))
    .select(['p.id', 'p.picture_id', 'p.weight_grams', 't.name', 't.slug'])
    .where('p.id', 'in', parentIds)
    .execute()
}

/** Reads the accessory and bundle offers of products, with their discount in percent. */
export async function offerRows(db: Queryable, productIds: readonly string[]) {
  return db
    .selectFrom('product_relations')
    .select(['product_id', 'related_id', 'kind', 'discount_percent'])
    .where('product_id', 'in', productIds)
    .where('kind', 'in', ['accessory', 'bundle'])
    .execute()
}
