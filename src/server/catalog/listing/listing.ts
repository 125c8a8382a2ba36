import { sorts, type ProductListing, type Sort } from '../../../contracts/catalog-pages/product-lists.ts'
import { pageLinks, pageOf } from '../../../domain/pages-of.ts'
import { goTo, missing } from '../../platform/http/pages/page-result.ts'
import { productsByNumber } from '../columns/column-queries.ts'
import { productCards } from '../products/product-cards.ts'
import type { Shop } from '../shop.ts'
import { chosenOf, deviceFacet, listingFacets } from './facets.ts'
import { findProducts, isPlain, pageOfProducts, type FoundProducts } from './find-products.ts'
import { listingAddress } from './listing-address.ts'
import { deviceBySlug } from './listing-queries.ts'
import type { ListingRequest } from './listing-request.ts'
import { namedDevice } from './named-device.ts'
import { queryOfRangeForm } from './range-form.ts'

/** Products per page of a listing. */
export const pageSize = 24

/** `tags` are the cache tags of the products shown, so that the page is purged when one of them sells out. */
export type Listed = { listing: ProductListing; tags: string[]; changesAt: string | null }

/**
 * Loads a page of products; missing when the page number is beyond the last page. The form of a range leads to the
 * address with that range.
 */
export async function readListing(shop: Shop, request: ListingRequest): Promise<Listed | Response> {
  const { db } = shop
  const { context, query, now, scope } = request
  const formed = queryOfRangeForm(query)
  if (formed) return goTo(listingAddress(request.path, formed).paged(1))
  const device = query.device ? await deviceBySlug(db, query.device) : undefined
  const found = await findProducts(shop, context, scope, query, device?.id, now)
  const page = pageOf(query.page, pageSize, found.selection.hits.length)
  if (query.page > page.pages) return missing()
  const { cards, changesAt } = await productCards(db, context, await idsOfPage(shop, request, found), now)
  const address = listingAddress(request.path, query)
  const facets = [
    ...(device ? [deviceFacet(context, device, address)] : []),
    ...(await listingFacets(shop, request, found, address)),
  ]
  const listing: ProductListing = {
    products: cards,
    facets,
    chosen: chosenOf(facets),
    sort: query.sort,
    isRanked: request.isByRelevance === true,
    sortPaths: Object.fromEntries(sorts.map((sort) => [sort, address.sorted(sort)])) as Record<Sort, string>,
    page,
    pagePaths: Object.fromEntries(
      pageLinks(page)
        .filter(Boolean)
        .map((number) => [number, address.paged(number)]),
    ),
    device: device ? namedDevice(device) : null,
    filtered: !isPlain(found.filter),
  }
  return { listing, tags: cards.map((card) => `product:${card.product_id}`), changesAt }
}

function idsOfPage(shop: Shop, request: ListingRequest, found: FoundProducts): Promise<string[]> {
  const { context, query, isByRelevance } = request
  const offset = (query.page - 1) * pageSize
  if (isByRelevance && query.sort === 'popular')
    return productsByNumber(shop.db, [...found.selection.hits.subarray(offset, offset + pageSize)])
  return pageOfProducts(shop, context, found, { sort: query.sort, offset, limit: pageSize })
}
