import type { Products } from '../../contracts/products.ts'
import type { SearchTriggers } from '../../contracts/search-triggers.ts'
import { categoryHref } from '../catalog/categories.ts'
import { categoriesByIds } from '../catalog/category-queries.ts'
import { productCards } from '../catalog/product-cards.ts'
import type { Operation } from '../http/endpoint.ts'
import { hintsFor } from './search-hints.ts'
import { suggest } from './suggest.ts'

const mostSuggestions = 6

/** GET /api/products: the best few products and categories, and in `x-be-records` how many products match in all. */
export const findProducts: Operation<typeof Products> = async (shop, { query }, { locals, headers, cache }) => {
  const { shopping } = locals
  const found = await suggest(shop, { query: query.query, language: shopping.language, limit: mostSuggestions })
  const { ids, categoryIds } = found
  const { cards } = await productCards(shop.db, shopping, ids, shop.now())
  const categories = categoryIds.length > 0 ? await categoriesByIds(shop.db, shopping.language, categoryIds) : []
  headers.set('x-be-records', String(found.total))
  cache.set({ maxAge: 60, tags: ['catalog'] })
  return {
    products: cards,
    categories: categories.map((row) => ({ id: row.id, name: row.name, path: row.uri ?? categoryHref(shopping.language, row.path) })),
  }
}

/** GET /api/search-triggers: the hints whose trigger the query names. */
export const findHints: Operation<typeof SearchTriggers> = (shop, { query }, { locals }) =>
  hintsFor(shop, { query: query.query, language: locals.shopping.language })
