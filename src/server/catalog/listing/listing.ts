import { sorts, type ProductListing, type Sort } from '../../../contracts/catalog-pages/product-lists.ts'
import { dispatchDay, dispatchMoment } from '../../../domain/cart/arrival.ts'
import { pageLinks, pageOf, type Pagination } from '../../../domain/pagination.ts'
import { dispatchRules } from '../../../domain/settings/delivery-methods.ts'
import { onOneConnection } from '../../platform/db/on-one-connection.ts'
import { earliest, goTo, missing } from '../../platform/http/pages/page-result.ts'
import { productCards } from '../products/product-cards.ts'
import type { Shop } from '../shop.ts'
import { chosenOf, deviceFacet, kindFacet, listingFacets } from './facets.ts'
import { findProducts, isPlain } from './find-products.ts'
import { dayChoice } from './list-choices.ts'
import { isStockSort, knownSort } from './list-sort.ts'
import { listTable } from './list-table.ts'
import { listingAddress, type ListingAddress } from './listing-address.ts'
import { deviceBySlug } from './listing-queries.ts'
import type { ListingRequest } from './listing-request.ts'
import { namedDevice } from './named-device.ts'
import { pageOfProducts } from './page-of-products.ts'
import { queryOfRangeForm } from './range-form.ts'

/** Products per page of a listing. */
export const pageSize = 24
/** How long pages are kept whose products change with the stock, in milliseconds. */
const stockMs = 5 * 60_000

/** `tags` are the cache tags of the products shown, so that the page is purged when one of them sells out. */
export type Listed = { listing: ProductListing; tags: string[]; changesAt: string | null }

/**
 * Loads a page of products; missing when the page number is beyond the last page. The form of a range leads to the
 * address with that range.
 */
export async function readListing(shop: Shop, request: ListingRequest): Promise<Listed | Response> {
  const formed = queryOfRangeForm(request.query)
  if (formed) return goTo(listingAddress(request.path, formed).paged(1))
  const { sort, sortedBy } = await knownSort(shop.db, request.context.language, request.query.sort)
  const query = { ...request.query, sort, by: dayChoice(request.query.by, request.now, request.context.home) }
  return readSorted(shop, { ...request, query }, sortedBy)
}

/** Loads a page of products in an order that is known. */
async function readSorted(shop: Shop, request: ListingRequest, sortedBy: string | null): Promise<Listed | Response> {
  const { db } = shop
  const { context, query, now } = request
  const device = query.device ? await deviceBySlug(db, query.device) : undefined
  const found = await findProducts(shop, request, device?.id)
  const page = pageOf(query.page, pageSize, found.selection.hits.length)
  if (query.page > page.pages) return missing()
  const ids = await pageOfProducts(shop, request, found, pageSize)
  const address = listingAddress(request.path, query)
  const [shown, [ownFacets, kinds]] = await Promise.all([
    productCards(db, context, ids, now, found.cardInputs),
    onOneConnection(db, (one) =>
      Promise.all([
        listingFacets({ ...shop, db: one }, request, found, address),
        kindFacet({ db: one }, request, found, address),
      ]),
    ),
  ])
  const { cards, changesAt } = shown
  const facets = [...kinds, ...(device ? [deviceFacet(context, device, address)] : []), ...ownFacets]
  const shownIds = cards.map((card) => card.product_id)
  const listing: ProductListing = {
    products: cards,
    facets,
    chosen: chosenOf(facets),
    sort: query.sort,
    sortedBy,
    isRanked: request.isByRelevance === true,
    table: query.view === 'table' ? await listTable(shop, request, found, shown, address) : null,
    ...pathsOf(address, page),
    page,
    device: device ? namedDevice(device) : null,
    filtered: !isPlain(found.filter),
  }
  return {
    listing,
    tags: shownIds.map((id) => `product:${id}`),
    changesAt: earliest(
      changesAt,
      found.filter.by ? nextDispatch(shop, now) : null,
      followsStock(request, page) ? new Date(now.getTime() + stockMs).toISOString() : null,
    ),
  }
}

/**
 * Whether a product that is sold out, or in stock again, moves to a page that did not show it, so that no tag of the
 * product purges that page.
 */
function followsStock({ query, isByRelevance }: ListingRequest, { pages }: Pagination): boolean {
  if (query.stock === 'in') return true
  return pages > 1 && (isStockSort(query.sort) || (query.sort === 'popular' && !isByRelevance))
}

function nextDispatch({ settings }: Shop, now: Date): string {
  const rules = dispatchRules(settings.all)
  return dispatchMoment(dispatchDay(now, rules), rules)
}

function pathsOf(address: ListingAddress, page: Pagination) {
  return {
    sortPaths: Object.fromEntries(sorts.map((sort) => [sort, address.sorted(sort)])) as Record<Sort, string>,
    viewPaths: { grid: address.viewed('grid'), table: address.viewed('table') },
    clearPath: address.cleared(),
    pagePaths: Object.fromEntries(
      pageLinks(page)
        .filter(Boolean)
        .map((number) => [number, address.paged(number)]),
    ),
  }
}
