import { sql, type SelectQueryBuilder } from 'kysely'
import type { CurrencyCode } from '../../../domain/money/currencies.ts'
import type { ProductChoice } from '../../../domain/products/product-choice.ts'
import { productType } from '../../../domain/products/products.ts'
import { textList } from '../../platform/db/bulk.ts'
import { kindOf } from '../../platform/db/kind-of.ts'
import type { Database, Queryable, Row, Tables } from '../../platform/db/tables.ts'

export type ChosenProduct = Pick<Row<'products'>, 'id' | 'sku' | 'type' | 'vat_class' | 'free' | 'status'>

/** What the names of a choice stand for: `undefined` where it has none. */
export type ChosenNames = {
  /** With those below them. */
  readonly categories: readonly string[] | undefined
  readonly brands: readonly string[] | undefined
}

/** The categories and brands of some names, by name or slug, or by the path of a category in any language. */
export async function namesOfChoice(db: Queryable, { category, brand }: ProductChoice): Promise<ChosenNames> {
  return {
    categories: category === '' ? undefined : await withinCategories(db, new Set(await categoriesNamed(db, category))),
    brands:
      brand === ''
        ? undefined
        : (
            await db
              .selectFrom('brands')
              .select('id')
              .where(sql<boolean>`(lower(name) = ${brand.toLowerCase()} or slug = ${brand})`)
              .execute()
          ).map(({ id }) => id),
  }
}

/** Categories with this name, slug or path, else those of a path of names: `Spare parts / Fans`. */
async function categoriesNamed(db: Queryable, text: string): Promise<string[]> {
  const texts = db.selectFrom('category_texts as t').select('t.category_id as id').distinct()
  const named = (name: string) => sql<boolean>`lower(t.name) = ${name.toLowerCase()}`
  const found = await texts.where(sql<boolean>`(${named(text)} or t.slug = ${text} or t.path = ${text})`).execute()
  const [first, ...others] = text.split('/').map((name) => name.trim())
  if (found.length > 0 || first === undefined || others.length === 0) return found.map(({ id }) => id)
  let rows = await texts.where(named(first)).execute()
  for (const name of others) {
    if (rows.length === 0) return []
    const above = rows.map(({ id }) => id)
    rows = await texts
      .innerJoin('categories as c', 'c.id', 't.category_id')
      .where('c.parent_id', 'in', above)
      .where(named(name))
      .execute()
  }
  return rows.map(({ id }) => id)
}

/** These categories and those below them. */
async function withinCategories(db: Queryable, ids: Set<string>): Promise<string[]> {
  const rows = ids.size === 0 ? [] : await db.selectFrom('categories').select(['id', 'parent_id']).execute()
  for (let before = -1; before !== ids.size;) {
    before = ids.size
    for (const { id, parent_id: parent } of rows) if (parent !== null && ids.has(parent)) ids.add(id)
  }
  return [...ids]
}

/** The article numbers of these that no product has. */
export async function unknownSkus(db: Queryable, skus: readonly string[]): Promise<string[]> {
  if (skus.length === 0) return []
  const rows = await db
    .selectFrom('products')
    .select('sku')
    .where('sku', 'in', textList(kindOf(db), skus))
    .execute()
  const known = new Set(rows.map(({ sku }) => sku))
  return skus.filter((sku) => !known.has(sku))
}

/** How a choice is read: the shop's own currency, which price bands are in, and what its names stand for. */
export type Reading = { base: CurrencyCode; names: ChosenNames }

/**
 * Reads the products of a choice that can have a price, in the order of their ids, beginning after `after`: choices of
 * variants instead of the variants, and no gift cards.
 */
export async function chosenAfter(
  db: Database,
  choice: ProductChoice,
  reading: Reading,
  { after, limit }: { after: string; limit: number },
): Promise<ChosenProduct[]> {
  return matching(db, choice, reading)
    .select(['p.id', 'p.sku', 'p.type', 'p.vat_class', 'p.free', 'p.status'])
    .where('p.id', '>', after)
    .orderBy('p.id')
    .limit(limit)
    .execute()
}

/** How many products a choice has, counted up to a bound. */
export async function countChosen(db: Database, choice: ProductChoice, reading: Reading, max: number): Promise<number> {
  const bounded = matching(db, choice, reading)
    .select(sql`1`.as('one'))
    .limit(max)
  const { rows } = await sql<{ count: number }>`select count(*) as count from (${bounded}) as counted`.execute(db)
  return Number(rows[0]?.count ?? 0)
}

type Products = SelectQueryBuilder<Tables & { p: Tables['products'] }, 'p', object>

function matching(db: Database, choice: ProductChoice, { base, names }: Reading): Products {
  const { skus, status, stock, from, to } = choice
  const kind = kindOf(db)
  let query = db
    .selectFrom('products as p')
    .where('p.type', 'not in', [productType.variant, productType.giftCard]) as unknown as Products
  if (skus.length > 0)
    query = query.where(sql<boolean>`(p.sku in ${textList(kind, skus)}
      or p.parent_id in (select id from products where sku in ${textList(kind, skus)}))`)
  if (names.brands) query = query.where(ofBrand(names.brands))
  if (names.categories) query = query.where(inCategories(names.categories))
  if (status !== '') query = query.where('p.status', '=', status)
  if (stock !== '') {
    const inStock = sql<boolean>`exists (select 1 from stock s where s.product_id = p.id and s.on_hand > s.reserved)`
    query = query.where(stock === 'in' ? inStock : sql<boolean>`not ${inStock}`)
  }
  if (from === null && to === null) return query
  const min = from === null ? sql`` : sql`and u.amount >= ${from}`
  const max = to === null ? sql`` : sql`and u.amount <= ${to}`
  return query.where(sql<boolean>`exists (select 1 from prices u where u.product_id = p.id
    and u.currency = ${base} and u.min_quantity = 1 ${min} ${max})`)
}

/** A choice of a variant without a brand has that of the variant. */
function ofBrand(ids: readonly string[]) {
  if (ids.length === 0) return sql<boolean>`1 = 0`
  const brands = sql.join(ids)
  return sql<boolean>`(p.brand_id in (${brands}) or (p.brand_id is null and exists (
    select 1 from products v where v.id = p.parent_id and v.brand_id in (${brands}))))`
}

/** Only published products and variants are listed in categories; drafts and choices are in their main category. */
function inCategories(ids: readonly string[]) {
  if (ids.length === 0) return sql<boolean>`1 = 0`
  const categories = sql.join(ids)
  return sql<boolean>`(p.main_category_id in (${categories}) or exists (select 1 from category_products c
    where c.category_id in (${categories}) and c.product_id = coalesce(p.parent_id, p.id)))`
}
