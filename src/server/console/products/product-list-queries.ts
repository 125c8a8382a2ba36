import { sql } from 'kysely'
import type { ListQuery } from '../../../contracts/console/lists.ts'
import { languages } from '../../../domain/places/locales.ts'
import { normalizePartNumber } from '../../../domain/products/part-numbers.ts'
import { slugify } from '../../../domain/products/slugs.ts'
import { textList } from '../../platform/db/bulk.ts'
import type { DatabaseKind } from '../../platform/db/connect.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { beginsWith, countRows, pageByKey } from '../lists/list-queries.ts'
import { cutOff } from '../lists/search-once.ts'
import type { FoundProducts } from './ids-by-words.ts'

type Services = { db: Queryable; kind: DatabaseKind }
type Category = { id: string; product_count: number }

/** The classes of every shop; those that a shop made itself, and that of gift cards, are the others. */
export const vatClassFilters = ['standard', 'reduced', 'other'] as const
export type VatClassFilter = (typeof vatClassFilters)[number]
/** Of a category with more products, the list is read in its order; of another, its products are. */
const manyInCategory = 20_000
/** Of a search, as many products whose number or name begins with the text. */
const maxFound = 2_000

/** Finds the products that a text names: those whose number or name begins with it, unless a list finds more. */
type Search = (text: string) => Promise<FoundProducts>

/** One page of all products, choices of variants and drafts included, by key. */
export async function productListRows(shop: Services, query: ListQuery, limit: number, find = begunWith(shop)) {
  const { isDescending, cursor, sort: by } = query
  const isKept = usesKeys(shop, query, by)
  const [skus, moments, ids] = isKept ? ['k.sku', 'k.updated_at', 'k.product_id'] : ['p.sku', 'p.updated_at', 'p.id']
  // An import writes many at the same moment, which have no certain order.
  const [sort, id] = by === 'updated' ? [moments, ids] : [skus, skus]
  const selected = (await filtered({ ...shop, find }, query, isKept))
    .leftJoin('brands as b', 'b.id', 'p.brand_id')
    .select(['p.id', 'p.sku', 'p.type', 'p.status', 'p.updated_at', 'p.picture_id', 'b.name as brand'])
  return pageByKey(selected, { sort, id, isDescending, cursor, limit })
}

export async function countProducts(shop: Services, query: ListQuery, find = begunWith(shop)): Promise<number> {
  const found = await filtered({ ...shop, find }, query, usesKeys(shop, query))
  return countRows(shop.db, found.select('p.id'))
}

/** Whether a list is one of `product_list_keys`, which have what imports change in indexes on PostgreSQL. */
function usesKeys({ kind }: Services, { filters }: ListQuery, sort?: string): boolean {
  return kind === 'postgres' && (sort === 'updated' || filters['missing'] === 'price')
}

type Searching = Services & { find: Search }

async function filtered({ db, kind, find }: Searching, { search, filters }: ListQuery, isKept: boolean) {
  const { status, missing, stock, brand, category, tag } = filters
  let query = db
    .selectFrom('products as p')
    .$if(isKept, (from) => from.innerJoin('product_list_keys as k', 'k.product_id', 'p.id'))
  if (search !== '') query = query.where('p.id', 'in', textList(kind, (await find(search)).ids))
  // Written out, so that the indexes of these few products are used.
  if (status === 'draft') query = query.where(sql<boolean>`p.status = 'draft'`)
  else if (status === 'published') query = query.where('p.status', '=', 'published')
  if (missing === 'price')
    query = query.where(isKept ? sql<boolean>`k.is_priced = 0` : sql<boolean>`p.sort_price is null`)
  if (missing === 'picture') query = query.where('p.picture_id', 'is', null)
  if (brand) query = query.where('p.brand_id', 'in', db.selectFrom('brands').select('id').where(isNamed(brand)))
  if (stock) {
    const inStock = sql<boolean>`exists (select 1 from stock s where s.product_id = p.id and s.on_hand > s.reserved)`
    query = query.where(stock === 'in' ? inStock : sql<boolean>`not ${inStock}`)
  }
  query = query.where(isOfClass(filters['vat_class']))
  if (tag) query = query.where('p.id', 'in', productsTagged(db, tag))
  return category ? query.where(isIn(await categoriesNamed(db, category))) : query
}

/** Of rows with a name and a slug, those that a text names. */
const isNamed = (text: string) => sql<boolean>`(lower(name) = ${text.toLowerCase()} or slug = ${text})`

/** Almost all products have the usual class: those of another are in an index of their own. */
function isOfClass(chosen: string | undefined) {
  if (chosen === 'standard') return sql<boolean>`p.vat_class = 'standard'`
  if (chosen === 'reduced') return sql<boolean>`(p.vat_class = 'reduced' and p.vat_class <> 'standard')`
  return chosen === 'other'
    ? sql<boolean>`(p.vat_class <> 'reduced' and p.vat_class <> 'standard')`
    : sql<boolean>`1 = 1`
}

/** The products of the tags that a text names, by name or slug in any language. */
function productsTagged(db: Queryable, text: string) {
  return db
    .selectFrom('product_tag_products as m')
    .innerJoin('product_tag_texts as t', 't.tag_id', 'm.tag_id')
    .select('m.product_id')
    .where((on) => on.or([isNamed(text), on('t.name', '=', text)]))
}

function isIn(categories: readonly Category[]) {
  if (categories.length === 0) return sql<boolean>`1 = 0`
  const ids = sql.join(categories.map(({ id }) => id))
  const isLarge = categories.some(({ product_count: count }) => count > manyInCategory)
  return isLarge
    ? sql<boolean>`exists (select 1 from category_products c where c.product_id = p.id and c.category_id in (${ids}))`
    : sql<boolean>`p.id in (select c.product_id from category_products c where c.category_id in (${ids}))`
}

/** The categories that a text names, by name, slug or path in any language. */
function categoriesNamed(db: Queryable, text: string): Promise<Category[]> {
  return db
    .selectFrom('categories')
    .innerJoin('category_texts as t', 't.category_id', 'categories.id')
    .select(['categories.id', 'product_count'])
    .distinct()
    .where(sql<boolean>`(lower(t.name) = ${text.toLowerCase()} or t.slug = ${text} or t.path = ${text})`)
    .limit(20)
    .execute()
}

/**
 * Finds the products whose article number, EAN or maker's number begins with a text, or whose name does in any
 * language, by its slug. Each part is answered by an index.
 */
export function begunWith(shop: Services): Search {
  return async (text) => {
    const { found, mostFound } = cutOff(await idsBegun(shop, text, maxFound + 1), maxFound)
    return { ids: found, mostFound }
  }
}

async function idsBegun({ db, kind }: Services, text: string, limit: number): Promise<string[]> {
  const [number, slug] = [normalizePartNumber(text), slugify(text)]
  const found = new Set<string>()
  const add = (rows: readonly { product_id: string }[]) => {
    for (const { product_id: id } of rows) if (found.size < limit) found.add(id)
  }
  const numbers = db.selectFrom('part_numbers').select('product_id')
  if (number !== '') {
    add(await numbers.where('normalized', '=', number).limit(limit).execute())
    add(
      await db
        .selectFrom('products')
        .select('id as product_id')
        .where(beginsWith(kind, sql.ref('sku'), text.toUpperCase()))
        .limit(limit)
        .execute(),
    )
    add(await db.selectFrom('products').select('id as product_id').where('sku', '=', text).limit(1).execute())
  }
  for (const language of slug === '' ? [] : languages)
    add(
      await db
        .selectFrom('product_texts')
        .select('product_id')
        .where('language', '=', language)
        .where(beginsWith(kind, sql.ref('slug'), slug))
        .limit(limit)
        .execute(),
    )
  return [...found]
}
