import { listQuery } from '../../../../src/contracts/catalog-pages/list-query.ts'
import { redirectIfMoved } from '../../../../src/server/catalog/categories/redirect-if-moved.ts'
import { categoryPage } from '../../../../src/server/catalog/category-page.ts'
import { missing } from '../../../../src/server/platform/http/pages/page-result.ts'
import { searchProducts } from '../../../../src/server/search/search-products.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { defaultContext } from '../../../support/default-context.ts'
import { shownOf } from '../../../support/page-answer.ts'

/** The page of a category in English; undefined where there is none. */
export async function pageAt(shop: Shop, path: string) {
  return shownOf(await categoryPage(shop, defaultContext('en'), path, listQuery.parse({})))?.page
}

/** The article numbers that the page of a category lists. */
export async function listedAt(shop: Shop, path: string): Promise<string[]> {
  const page = await pageAt(shop, path)
  return (page?.listing.products ?? []).map(({ sku }) => sku).toSorted()
}

/** Where an address leads that has no page. */
export async function movedTo(shop: Shop, path: string): Promise<string | null> {
  return (await redirectIfMoved(missing(), shop, path)).headers.get('Location')
}

/** The products that a search within a category finds. */
export async function foundIn(shop: Shop, categoryId: string, query: string): Promise<string[]> {
  const found = await searchProducts(shop, { query, language: 'en', categoryId, limit: 100, offset: 0 })
  return found.ids.toSorted()
}

/** Counts of all categories that have products, by id. */
export async function countsIn({ db }: Pick<Shop, 'db'>): Promise<Record<string, number>> {
  const rows = await db.selectFrom('categories').select(['id', 'product_count']).orderBy('id').execute()
  return Object.fromEntries(rows.map((row) => [row.id, row.product_count]))
}

/** The counts that the lists themselves give. */
export async function countedIn({ db }: Pick<Shop, 'db'>): Promise<Record<string, number>> {
  const rows = await db.selectFrom('category_products').select('category_id').execute()
  const all = await db.selectFrom('categories').select('id').orderBy('id').execute()
  return Object.fromEntries(all.map(({ id }) => [id, rows.filter((row) => row.category_id === id).length]))
}
