import { languages, type Language } from '../../../domain/places/locales.ts'
import { href, type Screen } from '../../../routes.ts'
import type { Shop } from '../../platform/shop.ts'
import {
  brandPages,
  categoryPages,
  devicePages,
  productPagesOf,
  tagPages,
  writtenGuides,
  writtenPages,
  type ProductRange,
  type SitemapRow,
} from './sitemap-queries.ts'

const sitemapKinds = ['pages', 'guides', 'categories', 'brands', 'tags', 'devices', 'products'] as const
export type SitemapKind = (typeof sitemapKinds)[number]

/** A page for search engines, with its path in each language in which it exists. */
export type SitemapEntry = {
  paths: Partial<Record<Language, string>>
  pictureId: string | null
  updatedAt: string | null
}

type Reading = Pick<Shop, 'db' | 'now' | 'settings'>

/** The kinds of pages that the shop has. */
export function shownKinds({ settings }: Pick<Shop, 'settings'>): readonly SitemapKind[] {
  return sitemapKinds.filter((kind) => kind !== 'guides' || settings.all.features.guides)
}

/** Products per query, which limits memory. */
const batchSize = 500
const screens = {
  categories: 'product-category-all',
  brands: 'brand',
  tags: 'product-tag',
  devices: 'device',
  products: 'product',
} as const

/** Yields the entries of one kind other than products. */
export async function* readEntries(
  shop: Reading,
  kind: Exclude<SitemapKind, 'products'>,
): AsyncGenerator<SitemapEntry[], void> {
  if (kind === 'pages') yield pages(await writtenPages(shop.db, shop.now().toISOString()))
  else if (kind === 'guides') yield guides(await writtenGuides(shop.db, shop.now().toISOString()))
  else {
    const read = { categories: categoryPages, brands: brandPages, tags: tagPages, devices: devicePages }[kind]
    yield (await read(shop.db)).map((row) => entry(screens[kind], row))
  }
}

/**
 * Yields the entries of at most `most` products by keyset pagination: each query starts after the last id of the
 * previous one, and waits for its turn: other requests run in between, whose files may be read at the same time.
 */
export async function* readProducts(
  { db, turns }: Pick<Shop, 'db' | 'turns'>,
  range: ProductRange,
  max: number,
): AsyncGenerator<SitemapEntry[], void> {
  let rest: ProductRange | undefined = range
  for (let left = max; left > 0 && rest !== undefined; left -= batchSize) {
    const rows: SitemapRow[] = await productPagesOf(db, rest, Math.min(batchSize, left))
    if (rows.length > 0) yield rows.map((row) => entry(screens.products, row))
    const last = rows.at(-1)
    rest = last === undefined || rows.length < batchSize ? undefined : { ...rest, from: last.id, isAfter: true }
    await turns.next()
  }
}

function pages(rows: Written): SitemapEntry[] {
  const home: SitemapEntry = {
    paths: { en: href('en', 'home'), sv: href('sv', 'home') },
    pictureId: null,
    updatedAt: null,
  }
  return [home, ...contentEntries('page', rows)]
}

/** The list of guides, where there are any, and each guide. */
function guides(rows: Written): SitemapEntry[] {
  if (rows.length === 0) return []
  const list = { paths: { en: href('en', 'guides'), sv: href('sv', 'guides') }, pictureId: null, updatedAt: null }
  return [list, ...contentEntries('guide', rows)]
}

type Written = Awaited<ReturnType<typeof writtenPages>>

/** Entries of what editors write, each with its languages and last change. */
function contentEntries(screen: 'page' | 'guide', rows: Written): SitemapEntry[] {
  return [...Map.groupBy(rows, (row) => row.id).values()].map((versions) => ({
    paths: Object.fromEntries(versions.map(({ language, slug }) => [language, href(language, screen, { slug })])),
    pictureId: null,
    updatedAt:
      versions
        .map((version) => version.updated_at)
        .sort()
        .at(-1) ?? null,
  }))
}

function entry(screen: Screen, row: SitemapRow): SitemapEntry {
  const paths = languages.flatMap((language) => {
    const slug = row[language]
    return slug === null ? [] : [[language, href(language, screen, { slug })]]
  })
  return { paths: Object.fromEntries(paths), pictureId: row.picture_id, updatedAt: row.updated_at }
}
