import type { CategoryPage } from '../../contracts/catalog-pages/category-page.ts'
import type { ListQuery } from '../../contracts/catalog-pages/list-query.ts'
import type { Alternates } from '../../contracts/catalog-pages/product-lists.ts'
import { inEachLanguage, type Language } from '../../domain/places/locales.ts'
import type { ShoppingContext } from '../../domain/places/shopping-context.ts'
import { onOneConnection } from '../platform/db/on-one-connection.ts'
import { newestChange } from '../platform/db/statements/invalidation-queries.ts'
import type { Database, Queryable } from '../platform/db/tables.ts'
import { missing, publicPage, type PageResult } from '../platform/http/pages/page-result.ts'
import { cacheSince, type Cached } from './cached-reads.ts'
import { categoryChain, categoryHref, crumbsOf, tile } from './categories/categories.ts'
import { categoryPaths, childCategories } from './categories/category-queries.ts'
import { finderForm } from './devices/finder-form.ts'
import { fitOfList } from './listing/fit-of-list.ts'
import { readListing } from './listing/listing.ts'
import type { Shop } from './shop.ts'

/**
 * Loads the category page at a path (spec section 2); missing when the category does not exist or the page number is
 * beyond the last page.
 */
export async function categoryPage(
  shop: Shop,
  context: ShoppingContext,
  path: string,
  query: ListQuery,
): Promise<PageResult<CategoryPage>> {
  const { db } = shop
  const [chain, newest] = await onOneConnection(db, (one) =>
    Promise.all([categoryChain(one, context.language, path), newestChange(one)]),
  )
  const category = chain?.at(-1)
  if (!chain || !category) return missing()
  const [listed, { children, alternates }, finder] = await Promise.all([
    readListing(shop, {
      context,
      query,
      scope: { category: category.id, newest },
      path: categoryHref(context.language, path),
      now: shop.now(),
    }),
    cachedAround(db, cacheSince(shop, newest), context.language, category.id),
    finderForm(shop, { category: category.id }),
  ])
  if (listed instanceof Response) return listed
  const page: CategoryPage = {
    id: category.id,
    name: category.name,
    description: category.description,
    pageTitle: category.page_title,
    metaDescription: category.meta_description,
    path: categoryHref(context.language, path),
    crumbs: crumbsOf(context.language, chain),
    alternates,
    subcategories: children.map((child) => tile(context.language, child)),
    listing: listed.listing,
    fit: fitOfList(shop, query, []),
    finder,
  }
  const tags = [`category:${category.id}`, 'catalog', ...listed.tags]
  return publicPage(page, { tags, changesAt: listed.changesAt })
}

/** The categories below one and its addresses, which are the same on all pages and in all orders of its list. */
function cachedAround(db: Database, cached: Cached, language: Language, id: string) {
  return cached(`category:${language}:${id}`, () =>
    onOneConnection(db, async (one) => {
      const [children, alternates] = await Promise.all([
        childCategories(one, language, [id]),
        categoryAlternates(one, id),
      ])
      return { children, alternates }
    }),
  )
}

async function categoryAlternates(db: Queryable, categoryId: string): Promise<Alternates> {
  const paths = await categoryPaths(db, categoryId)
  return inEachLanguage((language) =>
    categoryHref(language, paths.find((row) => row.language === language)?.path ?? ''),
  )
}
