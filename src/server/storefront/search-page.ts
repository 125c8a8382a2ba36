import type { GuideLink } from '../../contracts/catalog-pages/guide-page.ts'
import type { ListQuery } from '../../contracts/catalog-pages/list-query.ts'
import type { ProductListing } from '../../contracts/catalog-pages/product-lists.ts'
import { maxQueryLength, type SearchPage, type SearchReading } from '../../contracts/catalog-pages/search-page.ts'
import type { Language } from '../../domain/places/locales.ts'
import type { ShoppingContext } from '../../domain/places/shopping-context.ts'
import { deviceName } from '../../domain/products/devices.ts'
import { href } from '../../routes.ts'
import { categoryHref } from '../catalog/categories/categories.ts'
import { categoriesByIds } from '../catalog/categories/category-queries.ts'
import { finderForm } from '../catalog/devices/finder-form.ts'
import { findGuides } from '../catalog/guides/find-guides.ts'
import { guidesTag } from '../catalog/guides/guides-tag.ts'
import { fitOfList } from '../catalog/listing/fit-of-list.ts'
import { hasChoices } from '../catalog/listing/list-choices.ts'
import { deviceBySlug } from '../catalog/listing/listing-queries.ts'
import { readListing } from '../catalog/listing/listing.ts'
import type { Shop } from '../catalog/shop.ts'
import { goTo, publicPage, type PageResult } from '../platform/http/pages/page-result.ts'
import { categoryWords } from '../search/category-words.ts'
import { sequencesOf } from '../search/doc-number.ts'
import { offersChoice } from '../search/reading/alternatives.ts'
import { isDenier } from '../search/reading/denied-words.ts'
import { asksForRepair } from '../search/reading/repair-words.ts'
import { asksForPower, textThatFits } from '../search/reading/what-fits.ts'
import { hintsFor } from '../search/search-hints.ts'
import { recordSearchMiss } from '../search/search-misses.ts'
import { searchHits, type Reading } from '../search/search-products.ts'
import { suggestCategories } from '../search/suggest.ts'
import { foldedWords } from '../search/words.ts'
import { comparedPair } from './compared-pair.ts'
import { didYouMean } from './did-you-mean.ts'
import { narrowedList, narrowedQuery, type NarrowedQuery } from './narrowed-query.ts'

const maxCategories = 6
const maxDevices = 12
const maxGuides = 3

/**
 * Loads the search results (spec section 2); a device alone leads to its page, which gets the text as `q`, and a text
 * that asks for an order, prices or values ("cheapest", "under 300", "8 core") to the list with these, and one that
 * names what parts are for to that of what fits. Missing when the page number is beyond the last page. `isUncounted`:
 * no miss is noted.
 */
export async function searchPage(
  shop: Shop,
  context: ShoppingContext,
  requested: ListQuery,
  isUncounted?: boolean,
): Promise<PageResult<SearchPage>> {
  const search = limitedQuery(requested)
  const { query } = search
  const narrowed = isPlain(query) ? await narrowedQuery(shop, context, query.q) : undefined
  return narrowed
    ? goTo(await narrowedPath(shop, context.language, narrowed))
    : foundPage(shop, context, search, isUncounted)
}

async function foundPage(
  shop: Shop,
  context: ShoppingContext,
  { query, isCut }: ReturnType<typeof limitedQuery>,
  isUncounted: boolean | undefined,
): Promise<PageResult<SearchPage>> {
  const { language } = context
  const text = query.q
  const device = query.device ? await deviceBySlug(shop.db, query.device) : undefined
  const request = { query: text, language, ...(device ? { deviceIds: [device.id] } : {}) }
  const hits = await searchHits(shop, request)
  const guides = isPlain(query) ? await findGuides(shop, language, hits.reading, maxGuides) : []
  const reading = readingOf(language, hits.reading, guides)
  const elsewhere = isPlain(query) ? await betterPath(shop, context, query, reading) : undefined
  if (elsewhere !== undefined) return goTo(elsewhere)
  // It does not wait for the list.
  const beside = readSearchExtras(shop, context, text)
  beside.catch(() => {})
  const listed = await readListing(shop, {
    context,
    query,
    scope: { numbers: sequencesOf(hits.docs), owners: hits.owners, newest: hits.newestOfLists },
    path: href(language, 'search'),
    isByRelevance: true,
    now: shop.now(),
  })
  if (listed instanceof Response) return listed
  const { listing, tags, changesAt } = listed
  if (isPlain(query) && isMiss(listing, reading)) await recordMiss(shop, language, text, isUncounted)
  const [categories, hints, finder, names, compare] = await beside
  const page: SearchPage = {
    query: text,
    isCut,
    maxListed: hits.capped ? hits.total : null,
    canonicalPath: categories.length > 0 && isForEngines(listing) ? addressOf(language, text.toLowerCase()) : undefined,
    alternates: { en: addressOf('en', text), sv: addressOf('sv', text) },
    reading: { ...reading, didYouMean: didYouMean(language, text, hits.reading.corrections, listing, names) },
    fit: fitOf(shop, query, reading),
    compare,
    hints,
    categories,
    guides,
    listing,
    finder,
  }
  return publicPage(page, { tags: ['catalog', 'search', guidesTag, ...tags], changesAt })
}

/** Reads what stands beside the list. */
function readSearchExtras(shop: Shop, context: ShoppingContext, query: string) {
  const { language } = context
  return Promise.all([
    matchingCategories(shop, language, query),
    hintsFor(shop, { query, language }),
    finderForm(shop, { q: query }),
    categoryWords(shop),
    comparedPair(shop, context, query),
  ])
}

/** The list of the parts alone, in the order, with the range of prices and the values that the text asked for. */
async function narrowedPath(shop: Shop, language: Language, narrowed: NarrowedQuery): Promise<string> {
  const { rest, kind } = narrowed
  const list = narrowedList(narrowed)
  const [category] = kind === undefined ? [] : await categoriesByIds(shop.db, language, [kind])
  if (category === undefined) return href(language, 'search', {}, { q: rest, ...list })
  return `${categoryHref(language, category.path)}?${new URLSearchParams(list)}`
}

/** The page of the only device that a text names, or the list of what fits what it names. */
async function betterPath(
  shop: Shop,
  context: ShoppingContext,
  { q: text = '', fit }: ListQuery,
  reading: SearchReading,
): Promise<string | undefined> {
  if (fit !== undefined) return undefined
  const devicePage = pageOfOnlyDevice(reading)
  if (devicePage !== undefined) return `${devicePage}?${new URLSearchParams({ q: text })}`
  const mayFit = reading.dropped.length > 0 || asksForPower(text)
  const fitting = mayFit ? textThatFits(text, shop.settings.all.search.fits) : undefined
  return fitting && pathOfFitting(shop, context, fitting)
}

/** The list of what parts say in place of the thing that a text says they are for. */
async function pathOfFitting(
  shop: Shop,
  context: ShoppingContext,
  { text, thing }: { text: string; thing: string },
): Promise<string> {
  const narrowed = await narrowedQuery(shop, context, text, thing)
  return narrowed
    ? narrowedPath(shop, context.language, narrowed)
    : href(context.language, 'search', {}, { q: text, fit: thing })
}

/** What the parts of the list are for, unless the text offers a choice or denies something. */
function fitOf(shop: Shop, query: ListQuery, { dropped }: SearchReading): string | undefined {
  const words = foldedWords(query.q ?? '')
  if (words.some((word) => offersChoice(word) || isDenier(word))) return undefined
  const left = foldedWords(dropped.join(' '))
  return fitOfList(
    shop,
    query,
    words.filter((word) => !left.includes(word)),
  )
}

function addressOf(language: Language, text: string): string {
  return href(language, 'search', {}, { q: text })
}

/** Whether nothing was found for the whole text. */
function isMiss({ page }: ProductListing, { dropped }: SearchReading): boolean {
  return page.total === 0 || dropped.length > 0
}

function isForEngines({ page, products, filtered, table }: ProductListing): boolean {
  return products.length > 0 && !filtered && table === null && page.page === 1
}

/** The query with the text that is searched for: without control characters, of a long one the beginning. */
function limitedQuery(requested: ListQuery) {
  const typed = (requested.q ?? '').replace(/\p{Cc}+/gu, ' ').trim()
  return { query: { ...requested, q: typed.slice(0, maxQueryLength) }, isCut: typed.length > maxQueryLength }
}

/** The page is shown whether the search could be recorded or not. */
async function recordMiss(shop: Shop, language: Language, text: string, isUncounted = false): Promise<void> {
  if (isUncounted) return
  try {
    await recordSearchMiss(shop.db, language, text, shop.now())
  } catch (error) {
    shop.log.warn({ err: error }, 'a search without hits was not recorded')
  }
}

async function matchingCategories(shop: Shop, language: Language, query: string): Promise<SearchPage['categories']> {
  const rows = await suggestCategories(shop, { query, language, limit: maxCategories })
  return rows.map((row) => ({ name: row.name, path: row.uri ?? categoryHref(language, row.path) }))
}

/** Only words, and no filter, order or page. */
function isPlain(query: ListQuery): boolean {
  return query.page === 1 && query.sort === 'popular' && !query.device && !hasChoices(query) && !query.range
}

/** The page of the device when the query names one and nothing else. */
function pageOfOnlyDevice({ devices: [only, ...others], withoutDevicesPath: path }: SearchReading): string | undefined {
  return others.length === 0 && path === null ? only?.path : undefined
}

/** Describes how the query was understood; words that ask for a repair are not left out when guides answer them. */
function readingOf(
  language: Language,
  { devices, rest, deviceText, dropped, alone }: Reading,
  guides: readonly GuideLink[],
): SearchReading {
  const isLeftOut = dropped.includes(deviceText)
  const named = (isLeftOut ? [] : devices).slice(0, maxDevices).map((device) => ({
    name: deviceName(device),
    path: href(language, 'device', { slug: device.slug }),
    searchPath: href(language, 'search', {}, { q: `${rest} ${deviceName(device)}`.trim() }),
  }))
  const [only, ...others] = named
  return {
    devices: named,
    fits: only && others.length === 0 ? only.name : only ? spelledAs(only.name, deviceText) : '',
    withoutDevicesPath: named.length > 0 && rest !== '' ? href(language, 'search', {}, { q: rest }) : null,
    dropped: dropped.filter((text) => guides.length === 0 || !asksForRepair(text)),
    alone: alone.map((text) => ({ text, path: addressOf(language, text) })),
    didYouMean: [],
  }
}

/** Words of a name as the name spells them: "nordbok pro 14" of "Nordbok Pro 14 G1". */
function spelledAs(name: string, text: string): string {
  const at = name.toLowerCase().indexOf(text.toLowerCase())
  return at === -1 ? text : name.slice(at, at + text.length)
}
