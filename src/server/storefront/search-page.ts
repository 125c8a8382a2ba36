import type { ListQuery } from '../../contracts/catalog-pages/list-query.ts'
import type { SearchPage } from '../../contracts/catalog-pages/search-page.ts'
import type { ShoppingContext } from '../../domain/places/shopping-context.ts'
import { href } from '../../routes.ts'
import { categoryHref } from '../catalog/categories/categories.ts'
import { categoriesByIds } from '../catalog/categories/category-queries.ts'
import { finderForm } from '../catalog/devices/finder-form.ts'
import { deviceBySlug } from '../catalog/listing/listing-queries.ts'
import { pageSize, readListing } from '../catalog/listing/listing.ts'
import { missing, publicPage, type PageResult } from '../platform/http/pages/page-result.ts'
import type { Shop } from '../platform/shop.ts'
import { hintsFor } from '../search/search-hints.ts'
import { productIdsOf, productsOfDocs } from '../search/hit-queries.ts'
import { searchHits, type SearchHits } from '../search/search-products.ts'
import { suggestCategories } from '../search/suggest.ts'

const mostCategories = 6

/** Loads the search results (spec section 2); missing when the page number is beyond the last page. */
export async function searchPage(
  shop: Shop,
  context: ShoppingContext,
  query: ListQuery,
): Promise<PageResult<SearchPage>> {
  const { db } = shop
  const { language } = context
  const text = (query.q ?? '').trim()
  const device = query.device ? await deviceBySlug(db, query.device) : undefined
  const request = { query: text, language, ...(device ? { deviceId: device.id } : {}) }
  const hits = await searchHits(shop, request)
  const listed = await readListing(shop, {
    context,
    query,
    scope: { products: productsOfDocs(shop.kind, hits.docs) },
    path: href(language, 'search'),
    ranked: await bestProducts(shop, hits, query.page),
    now: shop.now(),
  })
  if (!listed) return missing()
  const categoryIds = await suggestCategories(shop, { ...request, limit: mostCategories })
  const categories = categoryIds.length > 0 ? await categoriesByIds(db, language, categoryIds) : []
  const isForEngines =
    categories.length > 0 && listed.listing.products.length > 0 && !listed.listing.filtered && query.page === 1
  const page: SearchPage = {
    query: text,
    mostListed: hits.capped ? hits.total : null,
    canonicalPath: isForEngines ? href(language, 'search', {}, { q: text.toLowerCase() }) : undefined,
    alternates: { en: href('en', 'search', {}, { q: text }), sv: href('sv', 'search', {}, { q: text }) },
    hints: await hintsFor(shop, request),
    categories: categories.map((row) => ({ name: row.name, path: row.uri ?? categoryHref(language, row.path) })),
    listing: listed.listing,
    finder: await finderForm(shop, { q: text }),
  }
  return publicPage(page, { tags: ['catalog', ...listed.tags], changesAt: listed.changesAt })
}

/** Loads the page's products in order of relevance. */
async function bestProducts({ db, kind }: Shop, { docs, total }: SearchHits, page: number) {
  const shown = docs.slice((page - 1) * pageSize, page * pageSize)
  return { ids: shown.length > 0 ? await productIdsOf(db, kind, shown) : [], total }
}
