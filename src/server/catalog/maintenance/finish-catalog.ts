import { textList } from '../../platform/db/bulk.ts'
import type { DatabaseKind } from '../../platform/db/connect.ts'
import type { Database, DatabaseTransaction } from '../../platform/db/tables.ts'
import { settleIndex } from '../../search/index-products.ts'
import { indexDevices } from '../devices/device-queries.ts'
import { allCategoryIds, refreshProductCounts, refreshSortPrices, writeInvalidations } from './finish-queries.ts'
import type { SaveOptions, ChangedIds } from './save-options.ts'
import { recountCurrencySortPrices } from '../listing/sort-price-queries.ts'

/** Above this number of changed products all catalogue pages are purged at once instead of one tag per product. */
const manyProducts = 200
/** Above this number the search index is optimized, which takes as long as indexing some thousand products. */
const mostlyNew = 5_000

/**
 * Updates everything computed from products, once after all batches: sort prices with running campaigns, product
 * counts, and the page-cache tags to purge (`product:{id}` and `category:{id}`, or `catalog` for all).
 * Without `touched` everything is refreshed, the search texts of devices included. With `later`, the
 * optimization of the search index is postponed to it.
 */
export async function finishCatalog(
  trx: DatabaseTransaction,
  options: Omit<SaveOptions, 'productPath'>,
  touched?: ChangedIds,
  later?: LaterWork,
): Promise<void> {
  const at = options.now.toISOString()
  if (touched && touched.productIds.length === 0) return
  const categoryIds = touched?.categoryIds ?? (await allCategoryIds(trx))
  if (!touched) await indexDevices(trx, options.kind)
  await refreshSortPrices(trx, at, touched && textList(options.kind, touched.productIds))
  if (!touched) await recountCurrencySortPrices(trx, at)
  await refreshProductCounts(trx, options.kind, categoryIds)
  const isMuch = !touched || touched.productIds.length > mostlyNew
  if (later) later.note(isMuch)
  else if (isMuch) await settleIndex(trx, options.kind)
  await writeInvalidations(trx, options.kind, tagsOf(touched), at)
}

/** Collects the work that several imports in a row need only once, at their end: optimizing the search index. */
export class LaterWork {
  #isMuch = false

  note(isMuch: boolean): void {
    this.#isMuch ||= isMuch
  }

  async carryOut(db: Database, kind: DatabaseKind): Promise<void> {
    if (this.#isMuch) await db.transaction().execute((trx) => settleIndex(trx, kind))
  }
}

function tagsOf(touched: ChangedIds | undefined): string[] {
  if (!touched || touched.productIds.length > manyProducts) return ['catalog']
  return [...touched.productIds.map((id) => `product:${id}`), ...touched.categoryIds.map((id) => `category:${id}`)]
}
