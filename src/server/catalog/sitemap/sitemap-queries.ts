import { sql } from 'kysely'
import type { Language } from '../../../domain/places/locales.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { isOfSoldType } from '../products/card-queries.ts'

/** An address in each language in which it exists, for a sitemap entry. */
export type SitemapRow = {
  id: string
  en: string | null
  sv: string | null
  picture_id: string | null
  updated_at: string | null
}

/**
 * Products with their own page. `coalesce` keeps the database from using the parent index: nearly all products match,
 * and the primary key gives their order.
 */
const ownPage = sql<boolean>`coalesce(products.parent_id, '') = '' and products.status = 'published'
  and ${isOfSoldType('products.type')}`

/**
 * Returns the id of the first product in each file of `perFile` product pages, ordered by id. Reads all products: in a
 * shop with a million of them that takes a second and more.
 */
export async function firstProducts(db: Queryable, perFile: number): Promise<string[]> {
  const numbered = db
    .selectFrom('products')
    .select(['id', sql<number>`row_number() over (order by id)`.as('at')])
    .where(ownPage)
  const rows = await db
    .selectFrom(numbered.as('numbered'))
    .select('id')
    .where(sql<boolean>`(at - 1) % ${perFile} = 0`)
    .orderBy('at')
    .execute()
  return rows.map(({ id }) => id)
}

/** Where a part of the product pages begins, and the id at which it ends, if it is not the last. */
export type ProductRange = { from: string; isAfter: boolean; before: string | undefined }

/** Reads the next product pages of a range, ordered by id. */
export async function productPagesOf(
  db: Queryable,
  { from, isAfter, before }: ProductRange,
  limit: number,
): Promise<SitemapRow[]> {
  return db
    .selectFrom('products')
    .leftJoin('product_texts as en', (join) =>
      join.onRef('en.product_id', '=', 'products.id').on('en.language', '=', 'en'),
    )
    .leftJoin('product_texts as sv', (join) =>
      join.onRef('sv.product_id', '=', 'products.id').on('sv.language', '=', 'sv'),
    )
    .select(['products.id', 'en.slug as en', 'sv.slug as sv', 'products.picture_id', 'products.updated_at'])
    .where(ownPage)
    .where('products.id', isAfter ? '>' : '>=', from)
    .$if(before !== undefined, (rows) => rows.where('products.id', '<', before ?? ''))
    .orderBy('products.id')
    .limit(limit)
    .execute()
}

/** Reads categories with products that have their own page (no `uri`). */
export async function categoryPages(db: Queryable): Promise<SitemapRow[]> {
  return db
    .selectFrom('categories as c')
    .leftJoin('category_texts as en', (join) => join.onRef('en.category_id', '=', 'c.id').on('en.language', '=', 'en'))
    .leftJoin('category_texts as sv', (join) => join.onRef('sv.category_id', '=', 'c.id').on('sv.language', '=', 'sv'))
    .select(['c.id', 'en.path as en', 'sv.path as sv', 'c.picture_id'])
    .where('c.uri', 'is', null)
    .where('c.product_count', '>', 0)
    .orderBy('c.id')
    .execute()
    .then(withoutUpdateTime)
}

export async function brandPages(db: Queryable): Promise<SitemapRow[]> {
  return db
    .selectFrom('brands as b')
    .select(['b.id', 'b.slug as en', 'b.slug as sv'])
    .where((row) =>
      row.exists(
        row
          .selectFrom('products as p')
          .select('p.id')
          .whereRef('p.brand_id', '=', 'b.id')
          // Finds them by the brand, not by having no parent, as nearly all products do.
          .where(sql<boolean>`coalesce(p.parent_id, '') = ''`)
          .where('p.status', '=', 'published'),
      ),
    )
    .orderBy('b.id')
    .execute()
    .then(withoutPicture)
}

export async function tagPages(db: Queryable): Promise<SitemapRow[]> {
  return db
    .selectFrom('product_tags as g')
    .leftJoin('product_tag_texts as en', (join) => join.onRef('en.tag_id', '=', 'g.id').on('en.language', '=', 'en'))
    .leftJoin('product_tag_texts as sv', (join) => join.onRef('sv.tag_id', '=', 'g.id').on('sv.language', '=', 'sv'))
    .select(['g.id', 'en.slug as en', 'sv.slug as sv'])
    .orderBy('g.id')
    .execute()
    .then(withoutPicture)
}

/** Reads devices that have parts. */
export async function devicePages(db: Queryable): Promise<SitemapRow[]> {
  return db
    .selectFrom('devices as d')
    .select(['d.id', 'd.slug as en', 'd.slug as sv'])
    .where((row) =>
      row.exists(row.selectFrom('product_devices as f').select('f.product_id').whereRef('f.device_id', '=', 'd.id')),
    )
    .orderBy('d.id')
    .execute()
    .then(withoutPicture)
}

/** Reads the addresses of content pages that are published at a moment. */
export function writtenPages(db: Queryable, at: string) {
  return publishedRows(db, 'content_pages', at)
}

/** Reads the addresses of repair guides that are published at a moment. */
export function writtenGuides(db: Queryable, at: string) {
  return publishedRows(db, 'guides', at)
}

async function publishedRows(db: Queryable, table: 'content_pages' | 'guides', at: string) {
  return db
    .selectFrom(table)
    .select(['id', 'language', 'slug', 'updated_at'])
    .where((row) =>
      row.or([row('published', 'is not', null), row.and([row('publish_at', '<=', at), row('draft', 'is not', null)])]),
    )
    .orderBy('id')
    .execute() satisfies Promise<{ id: string; language: Language; slug: string; updated_at: string }[]>
}

function withoutUpdateTime<Found extends Omit<SitemapRow, 'updated_at'>>(rows: readonly Found[]): SitemapRow[] {
  return rows.map((row) => ({ ...row, updated_at: null }))
}

function withoutPicture<Found extends Pick<SitemapRow, 'id' | 'en' | 'sv'>>(rows: readonly Found[]): SitemapRow[] {
  return rows.map((row) => ({ ...row, picture_id: null, updated_at: null }))
}
