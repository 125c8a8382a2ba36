import { sql } from 'kysely'
import type { Language } from '../../../domain/places/locales.ts'
import { productType } from '../../../domain/products/products.ts'
import { kindOf } from '../../platform/db/kind-of.ts'
import type { Queryable } from '../../platform/db/tables.ts'

/** Attributes that comparison sites have a field for, by the ids that shops give them. */
export const knownAttributes = {
  color: ['color', 'colour', 'farg'],
  size: ['size', 'storlek'],
  material: ['material'],
  condition: ['condition', 'skick'],
} as const
export type KnownAttribute = keyof typeof knownAttributes

/**
 * The ids of the next published products with a page of their own, gift cards left out. The plus keeps SQLite from the
 * index of choices, in which it would sort all such products for each page.
 */
export function nextProducts(db: Queryable, after: string, limit: number) {
  return db
    .selectFrom('products')
    .select('id')
    .where('id', '>', after)
    .where(kindOf(db) === 'sqlite' ? sql<boolean>`+parent_id is null` : sql<boolean>`parent_id is null`)
    .where('status', '=', 'published')
    .where('type', '!=', productType.giftCard)
    .orderBy('id')
    .limit(limit)
}

/** Reads what feeds say of products beside their facts. */
export async function describedProducts(db: Queryable, language: Language, ids: readonly string[]) {
  return db
    .selectFrom('products as p')
    .innerJoin('product_texts as t', (join) => join.onRef('t.product_id', '=', 'p.id').on('t.language', '=', language))
    .select(['p.id', 'p.weight_assumed', 't.description'])
    .where('p.id', 'in', ids)
    .execute()
}

/** Reads the numbers that makers and the trade have for products, in the order of the product page. */
export async function numbersOfProducts(db: Queryable, ids: readonly string[]) {
  return db
    .selectFrom('part_numbers')
    .select(['product_id', 'number', 'kind'])
    .where('product_id', 'in', ids)
    .where('kind', 'in', ['maker', 'ean'])
    .orderBy('product_id')
    .orderBy('number')
    .execute()
}

/** Reads the pictures of products in their order. */
export async function picturesOfProducts(db: Queryable, ids: readonly string[]) {
  return db
    .selectFrom('product_pictures')
    .select(['product_id', 'picture_id'])
    .where('product_id', 'in', ids)
    .orderBy('product_id')
    .orderBy('position')
    .execute()
}

/** Reads the values of known attributes, with what they are called in a language. */
export async function knownValues(db: Queryable, language: Language, ids: readonly string[]) {
  return db
    .selectFrom('product_attributes as a')
    .leftJoin('attribute_value_texts as v', (join) =>
      join
        .onRef('v.attribute_id', '=', 'a.attribute_id')
        .onRef('v.value', '=', 'a.value')
        .on('v.language', '=', language),
    )
    .select(['a.product_id', 'a.attribute_id', 'a.value', 'v.label'])
    .where('a.product_id', 'in', ids)
    .where('a.attribute_id', 'in', Object.values(knownAttributes).flat())
    .orderBy('a.product_id')
    .orderBy('a.position')
    .execute()
}

/** Reads the names of all categories in a language, with the category above each. */
export async function categoryNames(db: Queryable, language: Language) {
  return db
    .selectFrom('categories as c')
    .innerJoin('category_texts as t', (join) =>
      join.onRef('t.category_id', '=', 'c.id').on('t.language', '=', language),
    )
    .select(['c.id', 'c.parent_id', 't.name'])
    .execute()
}

/** Reads the campaigns of products that run at a moment. */
export async function runningCampaigns(db: Queryable, ids: readonly string[], at: string) {
  return db
    .selectFrom('campaign_prices as cp')
    .innerJoin('campaigns as c', 'c.id', 'cp.campaign_id')
    .select(['cp.product_id', 'c.starts_at'])
    .where('cp.product_id', 'in', ids)
    .where('c.starts_at', '<=', at)
    .where('c.ends_at', '>', at)
    .execute()
}
