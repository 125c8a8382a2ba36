import type { Products } from '../../contracts/calls/products.ts'
import type { SearchTriggers } from '../../contracts/calls/search-triggers.ts'
import type { ProductCard } from '../../contracts/catalog-pages/product-lists.ts'
import type { ShoppingContext } from '../../domain/places/shopping-context.ts'
import { deviceName } from '../../domain/products/devices.ts'
import { href } from '../../routes.ts'
import { cacheSince, cachedCardInputs } from '../catalog/cached-reads.ts'
import { categoryHref } from '../catalog/categories/categories.ts'
import { findGuides } from '../catalog/guides/find-guides.ts'
import { guidesTag } from '../catalog/guides/guides-tag.ts'
import { ownCategories } from '../catalog/products/card-queries.ts'
import { productCards } from '../catalog/products/product-cards.ts'
import type { Shop } from '../catalog/shop.ts'
import type { Operation } from '../platform/http/calls/endpoint.ts'
import { maxAgeUntil } from '../platform/http/pages/page-result.ts'
import { withNamedVariants } from '../search/named-variant.ts'
import { asksForPower, textThatFits } from '../search/reading/what-fits.ts'
import { hintsFor } from '../search/search-hints.ts'
import { suggest, type Suggestions } from '../search/suggest.ts'
import { narrowedProducts, narrowedQuery } from './narrowed-query.ts'

const cacheSeconds = 60
const maxSuggestions = 6
const maxDevices = 3
const maxGuides = 2

/**
 * GET /api/products: the devices and repair guides that the query names, the best products and categories, as the
 * search page lists them; the header `x-be-records` is the total number of matching products.
 */
export const findProducts: Operation<typeof Products, Shop> = async (shop, { query }, { locals, headers, cache }) => {
  const { shopping } = locals
  const isLeftOut = (flag: string | undefined) => flag === 'false' || flag === '0'
  const found = await suggestedFor(shop, shopping, query.query)
  const { ids, categories, newestOfLists } = found
  const { language } = shopping
  const inputs =
    newestOfLists === undefined ? {} : await cachedCardInputs(shop, cacheSince(shop, newestOfLists), shopping)
  // None of them waits for another one: together they take as long as the slowest.
  const [{ cards, changesAt }, inCategories, guides] = await Promise.all([
    productCards(shop.db, shopping, ids, shop.now(), inputs),
    ids.length > 0 ? ownCategories(shop.db, language, ids) : [],
    findGuides(shop, language, found.reading, maxGuides),
  ])
  if (!isLeftOut(query.co)) headers.set('x-be-records', String(found.total))
  cache.set({ maxAge: maxAgeUntil(changesAt, shop.now(), cacheSeconds), tags: ['catalog', guidesTag] })
  return {
    products: withAllCategories(inCategories, withNamedVariants(cards, query.query)),
    categories: (isLeftOut(query.nc) ? [] : categories).map((row) => ({
      id: row.id,
      name: row.name,
      path: row.uri ?? categoryHref(shopping.language, row.path),
    })),
    devices: found.reading.devices.slice(0, maxDevices).map((device) => ({
      name: deviceName(device),
      path: href(shopping.language, 'device', { slug: device.slug }),
    })),
    guides: guides.map(({ title, path }) => ({ name: title, path })),
  }
}

/** The suggestions for a text: those of "ssd 1tb" and "ssd under 500" are what the page of results lists first. */
async function suggestedFor(shop: Shop, shopping: ShoppingContext, query: string, mayFit = true): Promise<Suggestions> {
  const [found, narrowed] = await Promise.all([
    suggest(shop, { query, language: shopping.language, limit: maxSuggestions }),
    narrowedQuery(shop, shopping, query),
  ])
  if (narrowed) return { ...found, ...(await narrowedProducts(shop, shopping, narrowed, maxSuggestions)) }
  const isLeftOut = found.reading.dropped.length > 0 || asksForPower(query)
  const fitting = mayFit && isLeftOut ? textThatFits(query, shop.settings.all.search.fits) : undefined
  return fitting === undefined ? found : suggestedFor(shop, shopping, fitting.text, false)
}

/** Adds all categories to the cards; lists contain only the main one. */
function withAllCategories(all: Awaited<ReturnType<typeof ownCategories>>, cards: ProductCard[]): ProductCard[] {
  const rows = Map.groupBy(all, (row) => row.product_id)
  return cards.map((card) => {
    const categories = rows
      .get(card.product_id)
      ?.map((row) => ({ id: row.category_id, name: row.name, main: row.main === 1 }))
    return { ...card, categories: categories ?? card.categories }
  })
}

/** GET /api/search-triggers: the hints whose trigger occurs in the query. */
export const findHints: Operation<typeof SearchTriggers, Shop> = (shop, { query }, { locals }) =>
  hintsFor(shop, { query: query.query, language: locals.shopping.language })
