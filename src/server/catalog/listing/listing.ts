import { sorts, type ProductListing, type Sort } from '../../../contracts/catalog-pages/product-lists.ts'
import { pageLinks, pageOf } from '../../../domain/pages-of.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { deviceFacet, listingFacets } from './facets.ts'
import {
  brandsBySlugs,
  categoryPageIds,
  deviceBySlug,
  filteredPage,
  isKnownChoice,
  isPlain,
  type ListingFilter,
} from './listing-queries.ts'
import { namedDevice } from './named-device.ts'
import { listingAddress } from './listing-address.ts'
import type { ListingRequest, ListingSource } from './listing-request.ts'
import { productCards } from '../products/product-cards.ts'
import { exchangeRates } from '../rate-queries.ts'

/** Products per page of a listing. */
export const pageSize = 24
/** Larger offsets are read from `listDb`: an index skips up to this many rows within a millisecond. */
const mostSkipped = 5_000

/** `tags` are the cache tags of the products shown, so that the page is purged when one of them sells out. */
export type Listed = { listing: ProductListing; tags: string[]; changesAt: string | null }

/** Loads a page of products; undefined when the page number is beyond the last page. */
export async function readListing(source: ListingSource, request: ListingRequest): Promise<Listed | undefined> {
  const { db } = source
  const { context, query, now } = request
  const device = query.device ? await deviceBySlug(db, query.device) : undefined
  const filter = await filterOf(db, request, device?.id)
  const found = await pageIds(source, request, filter)
  const page = pageOf(query.page, pageSize, found.total)
  if (query.page > page.pages) return undefined
  const { cards, changesAt } = await productCards(db, context, found.ids, now)
  const address = listingAddress(request.path, query)
  const counted = await listingFacets(source, request, filter, address)
  const facets = [...(device ? [deviceFacet(context, device, address)] : []), ...counted]
  const listing: ProductListing = {
    products: cards,
    facets,
    chosen: facets.flatMap((facet) => facet.values.filter((value) => value.chosen)),
    sort: query.sort,
    isRanked: isRanked(request, filter),
    sortPaths: Object.fromEntries(sorts.map((sort) => [sort, address.sorted(sort)])) as Record<Sort, string>,
    page,
    pagePaths: Object.fromEntries(
      pageLinks(page)
        .filter(Boolean)
        .map((number) => [number, address.paged(number)]),
    ),
    device: device ? namedDevice(device) : null,
    filtered: !isPlain(filter),
  }
  return { listing, tags: cards.map((card) => `product:${card.product_id}`), changesAt }
}

async function filterOf(
  db: Queryable,
  { query, scope }: ListingRequest,
  deviceId: string | undefined,
): Promise<ListingFilter> {
  const brandSlugs = 'brand' in scope ? [] : (query.brand?.split(',').filter(Boolean) ?? [])
  const brands = brandSlugs.length > 0 ? await brandsBySlugs(db, brandSlugs) : []
  return {
    scope,
    brandIds: brands.map((brand) => brand.id),
    inStock: query.stock === 'in',
    deviceId,
    attributes: await knownChoices(db, attributeChoices(query.filter)),
  }
}

/** Drops choices that no product has, so that an old link still shows the listing. */
async function knownChoices(db: Queryable, choices: ListingFilter['attributes']): Promise<ListingFilter['attributes']> {
  const known: { attribute: string; values: string[] }[] = []
  for (const { attribute, values } of choices) {
    const kept: string[] = []
    for (const value of new Set(values)) if (await isKnownChoice(db, attribute, value)) kept.push(value)
    if (kept.length > 0) known.push({ attribute, values: kept })
  }
  return known
}

/** Parses the facet filter: `a:1~a:2~b:3` -> a is 1 or 2, and b is 3. */
function attributeChoices(filter: string | undefined): ListingFilter['attributes'] {
  const choices = new Map<string, string[]>()
  for (const pair of (filter ?? '').split('~').slice(0, 20)) {
    const at = pair.indexOf(':')
    if (at < 1 || at === pair.length - 1) continue
    const attribute = pair.slice(0, at)
    choices.set(attribute, [...(choices.get(attribute) ?? []), pair.slice(at + 1)])
  }
  return [...choices].map(([attribute, values]) => ({ attribute, values }))
}

/** Whether the listing's usual order is by relevance: a search, narrowed by a device at most. */
function isRanked({ ranked }: ListingRequest, filter: ListingFilter): boolean {
  return ranked !== undefined && isPlain({ ...filter, deviceId: undefined })
}

async function pageIds(
  { db, listDb }: ListingSource,
  request: ListingRequest,
  filter: ListingFilter,
): Promise<{ ids: string[]; total: number }> {
  const {
    query,
    context: {
      currency: { code: currency },
      language,
    },
    total,
    ranked,
  } = request
  if (ranked && isRanked(request, filter) && query.sort === 'popular') return ranked
  const offset = (query.page - 1) * pageSize
  const cut = { sort: query.sort, language, currency, limit: pageSize, offset }
  if ('category' in filter.scope && total !== undefined && isPlain(filter)) {
    if (offset >= total) return { ids: [], total }
    return { ids: await categoryPageIds(offset > mostSkipped ? listDb : db, filter.scope.category, cut), total }
  }
  return filteredPage(listDb, filter, { ...cut, perSekMicro: await sortRate(db, request) })
}

/** Reads the exchange rate of the sort currency; 0 where none is needed. */
async function sortRate(db: Queryable, { query: { sort }, context, now }: ListingRequest): Promise<number> {
  const { code } = context.currency
  const isConverted = code !== 'SEK' && (sort === 'price_up' || sort === 'price_down')
  return isConverted ? ((await exchangeRates(db, code, now.toISOString())) ?? 0) : 0
}
