import type { DatabaseTransaction } from '../db/tables.ts'
import { settleIndex } from '../search/index-products.ts'
import { allCategoryIds, refreshFacets, refreshProductCounts, refreshSortPrices, writeInvalidations } from './finish-queries.ts'
import type { SaveOptions, Touched } from './save-options.ts'

/** Above this number of changed products every catalogue page is made anew instead of naming each. */
const manyProducts = 200
/** Above this number the search index is put in order, which takes as long as indexing some thousand products. */
const mostlyNew = 5_000

/**
 * Brings what is computed from products up to date, once after all batches: sort prices with running campaigns, product
 * counts, facet counts, and the page-cache tags to purge (`product:{id}` and `category:{id}`, or `catalog` for all).
 * Without `touched` everything is refreshed.
 */
export async function finishCatalog(trx: DatabaseTransaction, options: Omit<SaveOptions, 'productPath'>, touched?: Touched): Promise<void> {
  const at = options.now.toISOString()
  if (touched && touched.productIds.length === 0) return
  const categoryIds = touched?.categoryIds ?? await allCategoryIds(trx)
  await refreshSortPrices(trx, at)
  await refreshProductCounts(trx, options.kind, categoryIds)
  await refreshFacets(trx, options.kind, categoryIds)
  if (!touched || touched.productIds.length > mostlyNew) await settleIndex(trx, options.kind)
  await writeInvalidations(trx, options.kind, tagsOf(touched), at)
}

function tagsOf(touched: Touched | undefined): string[] {
  if (!touched || touched.productIds.length > manyProducts) return ['catalog']
  return [...touched.productIds.map((id) => `product:${id}`), ...touched.categoryIds.map((id) => `category:${id}`)]
}
