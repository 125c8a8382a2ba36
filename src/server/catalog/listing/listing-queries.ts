import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import type { Sort } from '../../../contracts/catalog-pages/product-lists.ts'
import type { CurrencyCode } from '../../../domain/money/currencies.ts'
import type { Language } from '../../../domain/places/locales.ts'
import { productType } from '../../../domain/products/products.ts'
import type { Queryable, Tables } from '../../platform/db/tables.ts'
import { isSortedIn } from './sort-price-queries.ts'

/** `products` is a subquery of ids. */
type ListingScope =
  | { category: string }
  | { brand: string }
  | { tag: string }
  | { device: string }
  | { products: RawBuilder<string> }

/** The filters of a listing; all of them must match. */
export type ListingFilter = {
  scope: ListingScope
  brandIds: readonly string[]
  inStock: boolean
  deviceId: string | undefined
  attributes: readonly { attribute: string; values: readonly string[] }[]
}

type Listing = SelectQueryBuilder<Tables & { p: Tables['products'] }, 'p', object>

/** The `or 1 = 0` stops SQLite from using the index on `parent_id`, where nearly all products have no parent. */
const standsAlone = sql<boolean>`(p.parent_id is null or 1 = 0)`

/** Selects the listed products that pass the filter; a category without further filters is one index range. */
function listed(db: Queryable, filter: ListingFilter): Listing {
  let query = db.selectFrom('products as p').where('p.status', '=', 'published').where(standsAlone) as Listing
  const { scope } = filter
  if ('category' in scope) {
    query = query.where(
      'p.id',
      'in',
      db.selectFrom('category_products').select('product_id').where('category_id', '=', scope.category),
    )
  }
  if ('brand' in scope) query = query.where('p.brand_id', '=', scope.brand)
  if ('tag' in scope)
    query = query.where(
      'p.id',
      'in',
      db.selectFrom('product_tag_products').select('product_id').where('tag_id', '=', scope.tag),
    )
  if ('device' in scope)
    query = query.where(
      'p.id',
      'in',
      db.selectFrom('product_devices').select('product_id').where('device_id', '=', scope.device),
    )
  if ('products' in scope) query = query.where('p.id', 'in', scope.products)
  if (filter.brandIds.length > 0) query = query.where('p.brand_id', 'in', [...filter.brandIds])
  const { deviceId } = filter
  if (deviceId)
    query = query.where(
      'p.id',
      'in',
      db.selectFrom('product_devices').select('product_id').where('device_id', '=', deviceId),
    )
  for (const { attribute, values } of filter.attributes) {
    query = query.where(
      'p.id',
      'in',
      db
        .selectFrom('product_attributes')
        .select('product_id')
        .where('attribute_id', '=', attribute)
        .where('value', 'in', [...values]),
    )
  }
  return filter.inStock ? withStock(query) : query
}

/**
 * Restricts to products in stock. Uses joins so that PostgreSQL reads the stock of many products at once; a variant
 * product has the stock of its choices, too.
 */
function withStock(query: Listing): Listing {
  const { giftCard, variant } = productType
  return query.leftJoin('stock as shelf', 'shelf.product_id', 'p.id').where(sql<boolean>`(
    p.type = ${sql.lit(giftCard)} or shelf.on_hand > shelf.reserved
    or (p.type = ${sql.lit(variant)} and exists (select 1 from products v join stock s on s.product_id = v.id
      where v.parent_id = p.id and s.on_hand > s.reserved)))`) as Listing
}

export function isPlain(filter: ListingFilter): boolean {
  return filter.brandIds.length === 0 && !filter.inStock && !filter.deviceId && filter.attributes.length === 0
}

/** Sort order and page of a listing. */
export type ListingPage = { sort: Sort; language: Language; currency: CurrencyCode; limit: number; offset: number }
/** `perSekMicro` is the exchange rate of the sort currency, in millionths per SEK. */
type ConvertedCut = ListingPage & { perSekMicro: number }

/** Reads one page of an unfiltered category from the listing's precomputed order. */
export async function categoryPageIds(db: Queryable, categoryId: string, cut: ListingPage): Promise<string[]> {
  const { sort, language, currency, limit, offset } = cut
  const isByPrice = sort === 'price_up' || sort === 'price_down'
  if (isByPrice && (await isSortedIn(db, categoryId, currency))) return pageByPrice(db, categoryId, cut)
  const base = db.selectFrom('category_products').select('product_id').where('category_id', '=', categoryId)
  const name = language === 'sv' ? 'name_sv' : 'name_en'
  const sorted = {
    popular: () => base.orderBy('popularity', 'desc').orderBy('product_id', 'desc'),
    newest: () => base.orderBy('published_at', 'desc').orderBy('product_id', 'desc'),
    price_up: () => base.orderBy('unpriced').orderBy('sort_price').orderBy('product_id'),
    price_down: () => base.orderBy('unpriced').orderBy('sort_price', 'desc').orderBy('product_id'),
    name: () => base.orderBy(name).orderBy('product_id'),
  }[sort]()
  const rows = await sorted.limit(limit).offset(offset).execute()
  return rows.map((row) => row.product_id)
}

/** Reads one page of a category where some products have their own price in the currency. */
async function pageByPrice(
  db: Queryable,
  categoryId: string,
  { sort, currency, limit, offset }: ListingPage,
): Promise<string[]> {
  const rows = await db
    .selectFrom('category_sort_prices')
    .select('product_id')
    .where('category_id', '=', categoryId)
    .where('currency', '=', currency)
    .orderBy('unpriced')
    .orderBy('sort_price', sort === 'price_up' ? 'asc' : 'desc')
    .orderBy('product_id')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map((row) => row.product_id)
}

/** Returns a product's sort price in a currency: its own price there, else the base price converted. */
function sortPriceIn({ currency, perSekMicro }: ConvertedCut): RawBuilder<number | null> {
  if (currency === 'SEK') return sql`p.sort_price`
  return sql`coalesce((select own.sort_price from product_sort_prices own
    where own.product_id = p.id and own.currency = ${currency}),
    p.sort_price * ${perSekMicro})`
}

/** Reads one page of any listing, and the total number of products. */
export async function filteredPage(
  db: Queryable,
  filter: ListingFilter,
  cut: ConvertedCut,
): Promise<{ ids: string[]; total: number }> {
  const { sort, language, limit, offset } = cut
  const query = listed(db, filter)
  const price = sortPriceIn(cut)
  const count = await query.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirst()
  const total = Number(count?.total ?? 0)
  if (offset >= total) return { ids: [], total }
  const sorted = {
    popular: () => query.orderBy('p.popularity', 'desc').orderBy('p.id', 'desc'),
    newest: () => query.orderBy('p.published_at', 'desc').orderBy('p.id', 'desc'),
    price_up: () =>
      query
        .orderBy(sql`${price} is null`)
        .orderBy(price)
        .orderBy('p.id'),
    price_down: () =>
      query
        .orderBy(sql`${price} is null`)
        .orderBy(price, 'desc')
        .orderBy('p.id'),
    name: () =>
      query
        .innerJoin('product_texts as t', (join) =>
          join.onRef('t.product_id', '=', 'p.id').on('t.language', '=', language),
        )
        .orderBy('t.name')
        .orderBy('p.id'),
  }[sort]()
  const rows = await sorted.select('p.id').limit(limit).offset(offset).execute()
  return { ids: rows.map((row) => row.id), total }
}

/** Counts the products of the listing per value of the facet attributes. */
export async function attributeCounts(db: Queryable, filter: ListingFilter) {
  return db
    .selectFrom('product_attributes as a')
    .innerJoin('attributes as d', 'd.id', 'a.attribute_id')
    .select(['a.attribute_id', 'a.value'])
    .select((row) => row.fn.countAll<number>().as('products'))
    .where('d.facet', '=', 1)
    .where('a.product_id', 'in', listed(db, filter).select('p.id'))
    .groupBy(['a.attribute_id', 'a.value'])
    .execute()
}

/** Attribute id under which a category's counts store brands, by slug. */
export const brandFacetId = 'brand'

const mostBrands = 40

export async function categoryFacetCounts(db: Queryable, categoryId: string) {
  return db
    .selectFrom('category_facets')
    .select(['attribute_id', 'value', 'products'])
    .where('category_id', '=', categoryId)
    .where('attribute_id', '!=', brandFacetId)
    .execute()
}

/** Reads the brand counts of an unfiltered category, as stored when its products last changed. */
export async function categoryBrandCounts(db: Queryable, categoryId: string) {
  return db
    .selectFrom('category_facets as f')
    .innerJoin('brands as b', 'b.slug', 'f.value')
    .select(['b.id', 'b.name', 'b.slug', 'f.products'])
    .where('f.category_id', '=', categoryId)
    .where('f.attribute_id', '=', brandFacetId)
    .orderBy('f.products', 'desc')
    .orderBy('b.name')
    .limit(mostBrands)
    .execute()
}

export async function brandCounts(db: Queryable, filter: ListingFilter) {
  return listed(db, filter)
    .innerJoin('brands as b', 'b.id', 'p.brand_id')
    .select(['b.id', 'b.name', 'b.slug'])
    .select((row) => row.fn.countAll<number>().as('products'))
    .groupBy(['b.id', 'b.name', 'b.slug'])
    .orderBy('products', 'desc')
    .orderBy('b.name')
    .limit(mostBrands)
    .execute()
}

export async function facetTexts(db: Queryable, language: Language, attributeIds: readonly string[]) {
  return db
    .selectFrom('attributes as a')
    .innerJoin('attribute_texts as t', (join) =>
      join.onRef('t.attribute_id', '=', 'a.id').on('t.language', '=', language),
    )
    .select(['a.id', 'a.unit', 'a.position', 't.name'])
    .where('a.id', 'in', attributeIds)
    .orderBy('a.position')
    .execute()
}

export async function valueTexts(db: Queryable, language: Language, attributeIds: readonly string[]) {
  return db
    .selectFrom('attribute_value_texts')
    .select(['attribute_id', 'value', 'label'])
    .where('language', '=', language)
    .where('attribute_id', 'in', attributeIds)
    .execute()
}

/** Tells whether any product has this value of a facet attribute. */
export async function isKnownChoice(db: Queryable, attribute: string, value: string): Promise<boolean> {
  const row = await db
    .selectFrom('product_attributes as a')
    .innerJoin('attributes as d', 'd.id', 'a.attribute_id')
    .select('d.id')
    .where('a.attribute_id', '=', attribute)
    .where('a.value', '=', value)
    .where('d.facet', '=', 1)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function brandsBySlugs(db: Queryable, slugs: readonly string[]) {
  return db.selectFrom('brands').selectAll().where('slug', 'in', slugs).execute()
}

export async function deviceBySlug(db: Queryable, slug: string) {
  return db.selectFrom('devices').selectAll().where('slug', '=', slug).executeTakeFirst()
}
