import { languages, type Language } from '../../../domain/places/locales.ts'
import { imageKind } from '../../../domain/products/products.ts'
import { apiPaths, href, pictureHref, rasterHref } from '../../../routes.ts'
import type { Shop } from '../../platform/shop.ts'
import { readEntries, readProducts, type SitemapEntry, shownKinds, type SitemapKind } from './sitemap-entries.ts'
import { firstProducts } from './sitemap-queries.ts'

type Reading = Pick<Shop, 'db' | 'reportDb' | 'now' | 'env' | 'settings' | 'memory' | 'turns'>

/**
 * Addresses per file: at about a kilobyte each, with pictures and both languages, far below the limits of 50,000 and
 * 50 MB.
 */
export const urlsPerFile = 10_000
/** What a file may hold when products have been added since the files were divided: a limit of search engines. */
const maxUrls = 50_000
/** The division into files reads all products, so it is kept for this long. */
const cacheMs = 600_000
const header = '<?xml version="1.0" encoding="UTF-8"?>\n'
const namespaces =
  'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml" ' +
  'xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"'

/** Builds the sitemap index: files per language and kind, for products as many as needed. */
export async function sitemapIndex(shop: Reading): Promise<string> {
  const { env } = shop
  const kinds = shownKinds(shop)
  const productFiles = (await productFileStarts(shop)).length
  const names = languages.flatMap((language) =>
    kinds.flatMap((kind) =>
      Array.from({ length: kind === 'products' ? productFiles : 1 }, (_, at) => `${language}-${kind}-${at + 1}`),
    ),
  )
  const entries = names.map((name) => `<sitemap><loc>${env.ORIGIN}${apiPaths.sitemap}/${name}.xml</loc></sitemap>\n`)
  return (
    `${header}<sitemapindex ` +
    `xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('')}</sitemapindex>\n`
  )
}

/** The id of the first product in each file of products, read by connections for reports, so that no shopper waits. */
function productFileStarts({ memory, reportDb }: Reading): Promise<string[]> {
  return memory.remember('sitemap', cacheMs, () => firstProducts(reportDb, urlsPerFile))
}

/** Parses a file name from the index: `en-products-2`. */
function sitemapFile(
  shop: Reading,
  name: string,
): { language: Language; kind: SitemapKind; number: number } | undefined {
  const [, language, kind, number] = /^([a-z]+)-([a-z]+)-([1-9]\d{0,4})$/.exec(name) ?? []
  const known = languages.find((each) => each === language)
  const of = shownKinds(shop).find((each) => each === kind)
  return known && of && (of === 'products' || number === '1')
    ? { language: known, kind: of, number: Number(number) }
    : undefined
}

/** Streams one sitemap file as the database delivers it; undefined when there is no such file. */
export async function sitemapText(shop: Reading, name: string): Promise<AsyncGenerator<string> | undefined> {
  const file = sitemapFile(shop, name)
  if (!file) return undefined
  const batches = file.kind === 'products' ? await productBatches(shop, file.number) : readEntries(shop, file.kind)
  return batches && urlsetXml(shop.env.ORIGIN, file.language, batches)
}

/** The products of one file; the first exists even when there are none. */
async function productBatches(shop: Reading, number: number): Promise<AsyncGenerator<SitemapEntry[]> | undefined> {
  const starts = await productFileStarts(shop)
  const from = number === 1 ? '' : starts[number - 1]
  return from === undefined ? undefined : readProducts(shop, { from, isAfter: false, before: starts[number] }, maxUrls)
}

async function* urlsetXml(
  origin: string,
  language: Language,
  batches: AsyncGenerator<SitemapEntry[], void>,
): AsyncGenerator<string> {
  yield `${header}<urlset ${namespaces}>\n`
  for await (const batch of batches) yield batch.map((entry) => urlText(origin, language, entry)).join('')
  yield '</urlset>\n'
}

function urlText(origin: string, language: Language, { paths, pictureId, updatedAt }: SitemapEntry): string {
  const path = paths[language]
  if (path === undefined) return ''
  const known = languages.flatMap((each) => (paths[each] === undefined ? [] : [[each, paths[each]] as const]))
  const others = [...known, ['x-default', paths.en ?? path] as const].map(
    ([each, to]) => `<xhtml:link rel="alternate" hreflang="${each}" href="${origin}${to}"/>`,
  )
  const picture = pictureId
    ? `<image:image><image:loc>${origin}${rasterAddress(pictureId)}</image:loc></image:image>`
    : ''
  const changed = updatedAt ? `<lastmod>${updatedAt}</lastmod>` : ''
  return `<url><loc>${origin}${path}</loc>${changed}${others.join('')}${picture}</url>\n`
}

function rasterAddress(pictureId: string): string {
  return rasterHref(pictureHref(pictureId, imageKind.zoom, 'webp'))
}

/** Builds robots.txt: the paths that crawlers may not fetch, and the sitemap's address. */
export function robotsText({ env: { ORIGIN }, settings }: Pick<Shop, 'env' | 'settings'>): string {
  const screens = ['checkout-id', 'my-account', 'my-order', 'page-preview'] as const
  const closed = [
    '/api/',
    apiPaths.clientErrors,
    ...(settings.all.features.excelOrder ? [apiPaths.excelToCart] : []),
    ...languages.flatMap((language) => screens.map((screen) => href(language, screen))),
  ]
  return (
    `User-agent: *\n${closed.map((path) => `Disallow: ${path}\n`).join('')}\nSitemap: ` +
    `${ORIGIN}${apiPaths.sitemap}.xml\n`
  )
}
