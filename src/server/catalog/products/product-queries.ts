import type { Language } from '../../../domain/places/locales.ts'
import { compileOnce } from '../../platform/db/statements/compile-once.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { isOn } from '../../platform/settings/settings-queries.ts'
import { isOfSoldType, publishedOnly } from './card-queries.ts'

function heads(db: Queryable, language: Language, seen = publishedOnly) {
  return db
    .selectFrom('product_texts as t')
    .innerJoin('products as p', 'p.id', 't.product_id')
    .select([
      'p.id',
      'p.sku',
      'p.parent_id',
      'p.main_category_id',
      'p.brand_id',
      'p.type',
      'p.weight_grams',
      'p.weight_assumed',
      't.description',
    ])
    .where('t.language', '=', language)
    .where('p.status', 'in', seen)
    .where(isOfSoldType('p.type'))
}

/** Reads the product whose page is at a slug: for a variant its parent, and the variant as `chosen`. */
export async function productBySlug(db: Queryable, language: Language, slug: string) {
  const [found] = await headAtSlug(db, language, slug).execute()
  if (!found?.parent_id) return { found, chosen: null }
  const parent = await heads(db, language).where('p.id', '=', found.parent_id).executeTakeFirst()
  return { found: parent, chosen: found.id }
}

const headAtSlug = compileOnce((db, language: Language, slug: string) => heads(db, language).where('t.slug', '=', slug))

export type ProductHead = NonNullable<Awaited<ReturnType<typeof productBySlug>>['found']>

export async function productById(
  db: Queryable,
  language: Language,
  id: string,
  seen = publishedOnly,
): Promise<ProductHead | undefined> {
  return heads(db, language, seen).where('p.id', '=', id).executeTakeFirst()
}

export async function slugsOf(db: Queryable, productId: string) {
  return slugs(db, productId).execute()
}

const slugs = compileOnce((db, productId: string) =>
  db.selectFrom('product_texts').select(['language', 'slug']).where('product_id', '=', productId),
)

/** Reads a product's pictures in order, with what they show; '' stands for the product's name. */
export async function productPictures(db: Queryable, language: Language, productId: string) {
  return pictures[language](db, productId).execute()
}

const picturesWith = (alt: 'alt_en' | 'alt_sv') =>
  compileOnce((db, productId: string) =>
    db
      .selectFrom('product_pictures')
      .select(['picture_id as id', `${alt} as alt`])
      .where('product_id', '=', productId)
      .orderBy('position'),
  )
const pictures = { en: picturesWith('alt_en'), sv: picturesWith('alt_sv') }

export function productDocuments(db: Queryable, productId: string) {
  return documents(db, productId).execute()
}

const documents = compileOnce((db, productId: string) =>
  db
    .selectFrom('product_documents')
    .innerJoin('document_files', 'document_files.id', 'product_documents.document_id')
    .select(['document_files.id', 'bytes', 'title_en', 'title_sv'])
    .where('product_id', '=', productId)
    .orderBy('position'),
)

export async function fittingDevices(db: Queryable, productId: string) {
  return devices(db, productId).execute()
}

const devices = compileOnce((db, productId: string) =>
  db
    .selectFrom('product_devices as f')
    .innerJoin('devices as d', 'd.id', 'f.device_id')
    .select(['d.brand', 'd.series', 'd.model', 'd.slug', 'd.type_numbers'])
    .where('f.product_id', '=', productId)
    .orderBy('d.brand')
    .orderBy('d.series')
    .orderBy('d.model'),
)

export async function partNumbers(db: Queryable, productId: string) {
  return numbers(db, productId).execute()
}

const numbers = compileOnce((db, productId: string) =>
  db.selectFrom('part_numbers').select(['number', 'kind']).where('product_id', '=', productId).orderBy('number'),
)

export async function relatedProducts(db: Queryable, productId: string) {
  return relations(db, productId).execute()
}

const relations = compileOnce((db, productId: string) =>
  db
    .selectFrom('product_relations')
    .select(['related_id', 'kind', 'discount_percent'])
    .where('product_id', '=', productId)
    .orderBy('position'),
)

/** Pairs that are read to fill the shelf of accessories: some may be sold out, hidden or related already. */
const maxBought = 12

/** Reads what different buyers bought in the same order as a product, the most frequent first. */
export async function boughtTogether(db: Queryable, productId: string): Promise<string[]> {
  const rows = await boughtWith(db, productId).execute()
  return rows.map((row) => row.related_id)
}

const boughtWith = compileOnce((db, productId: string) =>
  db
    .selectFrom('bought_together')
    .select('related_id')
    .where('product_id', '=', productId)
    .orderBy('buyers', 'desc')
    .orderBy('related_id')
    .limit(maxBought),
)

export async function setContents(db: Queryable, language: Language, setId: string) {
  return contents(db, language, setId).execute()
}

const contents = compileOnce((db, language: Language, setId: string) =>
  db
    .selectFrom('set_items as i')
    .innerJoin('products as p', 'p.id', 'i.product_id')
    .innerJoin('product_texts as t', (join) => join.onRef('t.product_id', '=', 'p.id').on('t.language', '=', language))
    .select(['t.name', 't.slug', 'p.sku', 'i.quantity'])
    .where('i.set_id', '=', setId)
    .orderBy('i.position'),
)

function intervals(db: Queryable, productId: string) {
  return db.selectFrom('subscription_intervals').select('days').where('product_id', '=', productId).orderBy('days')
}

/** Reads the intervals, in days, between which a subscriber of a product can change. */
export async function subscriptionDays(db: Queryable, productId: string): Promise<number[]> {
  return (await intervals(db, productId).execute()).map((row) => row.days)
}

/** Reads the intervals, in days, at which a product can be subscribed to; none while the operator has that off. */
export async function offeredIntervals(db: Queryable, productId: string): Promise<number[]> {
  return (await offered(db, productId).execute()).map((row) => row.days)
}

const offered = compileOnce((db, productId: string) => intervals(db, productId).where(isOn('subscriptions')))

export async function brandById(db: Queryable, id: string) {
  const [brand] = await brandOf(db, id).execute()
  return brand
}

const brandOf = compileOnce((db, id: string) => db.selectFrom('brands').selectAll().where('id', '=', id))

export async function brandBySlug(db: Queryable, slug: string) {
  return db.selectFrom('brands').selectAll().where('slug', '=', slug).executeTakeFirst()
}

export async function tagBySlug(db: Queryable, language: Language, slug: string) {
  return db
    .selectFrom('product_tag_texts')
    .selectAll()
    .where('language', '=', language)
    .where('slug', '=', slug)
    .executeTakeFirst()
}

export async function tagSlugs(db: Queryable, tagId: string) {
  return db.selectFrom('product_tag_texts').select(['language', 'slug']).where('tag_id', '=', tagId).execute()
}

/** How many of the newest products are looked through for some with a price. */
const lookedThrough = 500

/** Reads the newest products, those with a price before those of which it is asked for. */
export async function newestIds(db: Queryable, limit: number): Promise<string[]> {
  const newest = db
    .selectFrom('products')
    .select(['id', 'published_at', 'sort_price'])
    .where('parent_id', 'is', null)
    .where('status', '=', 'published')
    .orderBy('published_at', 'desc')
    .orderBy('id')
    .limit(lookedThrough)
  const rows = await db
    .selectFrom(newest.as('newest'))
    .select('id')
    .orderBy((row) => row('sort_price', 'is', null))
    .orderBy('published_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}

/** Reads the main categories whose products the shop ranks highest. */
export async function popularCategoryIds(db: Queryable, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('products')
    .select('main_category_id as id')
    .where('parent_id', 'is', null)
    .where('status', '=', 'published')
    .where('main_category_id', 'is not', null)
    .groupBy('main_category_id')
    .orderBy((row) => row.fn.sum('popularity'), 'desc')
    .orderBy('main_category_id')
    .limit(limit)
    .execute()
  return rows.flatMap(({ id }) => id ?? [])
}

/** Reads the brands with the most products. */
export async function biggestBrands(db: Queryable, limit: number) {
  return db
    .selectFrom('brands as b')
    .innerJoin('products as p', 'p.brand_id', 'b.id')
    .select(['b.name', 'b.slug'])
    .where('p.parent_id', 'is', null)
    .where('p.status', '=', 'published')
    .groupBy(['b.id', 'b.name', 'b.slug'])
    .orderBy((row) => row.fn.countAll(), 'desc')
    .orderBy('b.name')
    .limit(limit)
    .execute()
}

export async function catalogCounts(db: Queryable): Promise<{ products: number; devices: number }> {
  const row = await db
    .selectNoFrom((row) => [
      row
        .selectFrom('products')
        .select((each) => each.fn.countAll<number>().as('n'))
        .where('parent_id', 'is', null)
        .where('status', '=', 'published')
        .as('products'),
      row
        .selectFrom('devices')
        .select((each) => each.fn.countAll<number>().as('n'))
        .as('devices'),
    ])
    .executeTakeFirstOrThrow()
  return { products: Number(row.products), devices: Number(row.devices) }
}

/** Reads the products that lists show with these SKUs, in any spelling, by normalized number. */
export async function listedByOwnNumber(db: Queryable, normalized: readonly string[]) {
  if (normalized.length === 0) return new Map<string, { id: string; sku: string }>()
  const rows = await db
    .selectFrom('part_numbers as n')
    .innerJoin('products as p', 'p.id', 'n.product_id')
    .select(['n.normalized', 'p.id', 'p.sku'])
    .where('n.normalized', 'in', normalized)
    .where('n.kind', '=', 'own')
    .where('p.status', '=', 'published')
    .where('p.parent_id', 'is', null)
    .execute()
  return new Map(rows.map(({ normalized: number, id, sku }) => [number, { id, sku }]))
}
