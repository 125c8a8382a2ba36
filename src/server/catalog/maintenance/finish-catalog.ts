import { slices, textList } from '../../platform/db/bulk.ts'
import type { DatabaseKind } from '../../platform/db/connect.ts'
import { ShortTransactions } from '../../platform/db/short-transactions.ts'
import type { Database, DatabaseTransaction } from '../../platform/db/tables.ts'
import { optimizeIndex, optimizeInSteps } from '../../search/index-products.ts'
import { insertInvalidations, manyProductsTag, productsShowing } from '../change-queries.ts'
import { indexDevices } from '../devices/device-queries.ts'
import { recountCurrencySortPrices, refreshCurrencySortPrices } from '../listing/sort-price-queries.ts'
import { allCategoryIds, refreshProductCounts, refreshSortPrices, writeInvalidations } from './finish-queries.ts'
import type { SaveOptions, ChangedIds } from './save-options.ts'
import { listedIn } from './write-queries.ts'

/** Above this number of changed products all catalogue pages are purged at once instead of one tag per product. */
const manyProducts = 200
/** Above this number the search index is optimized, which takes as long as indexing some thousand products. */
const mostlyNew = 5_000

/** Runs a part of the work in a transaction. */
type Turn = (work: (trx: DatabaseTransaction) => Promise<void>) => Promise<void>
/** `isSorted`: the sort prices in other currencies were stored together with the products. */
type FinishOptions = Omit<SaveOptions, 'productPath'> & { isSorted?: boolean }

/** Products and categories whose computed values are updated in one statement. */
const [productsAtOnce, categoriesAtOnce] = [2_000, 10]

/**
 * Updates everything computed from products, once after all batches: sort prices with running campaigns, product
 * counts, and the page-cache tags to purge (`product:{id}` and `category:{id}`, or `catalog` for all).
 * Without `touched` everything is refreshed, the search texts of devices included. With `later`, the
 * optimization of the search index is postponed to it.
 */
export function finishCatalog(
  trx: DatabaseTransaction,
  options: FinishOptions,
  touched?: ChangedIds,
  later?: LaterWork,
): Promise<void> {
  return finishInTurns((work) => work(trx), options, touched, later)
}

/** Like `finishCatalog`, in several transactions, so that none of them takes long. */
export async function finishInTurns(
  turn: Turn,
  { kind, now, isSorted = false }: FinishOptions,
  touched?: ChangedIds,
  later?: LaterWork,
): Promise<void> {
  const at = now.toISOString()
  if (touched && touched.productIds.length === 0) return
  if (touched) await refreshPrices(turn, isSorted ? [] : touched.productIds, { kind, at })
  else await turn((trx) => refreshEverything(trx, { kind, at }))
  const isMuch = !touched || touched.productIds.length > mostlyNew
  if (later) later.note(isMuch)
  else if (isMuch) await turn((trx) => optimizeIndex(trx, kind))
  let categoryIds = touched?.categoryIds
  await turn(async (trx) => void (categoryIds ??= await allCategoryIds(trx)))
  for (const ids of slices(categoryIds ?? [], categoriesAtOnce))
    await turn((trx) => refreshProductCounts(trx, kind, ids))
  await turn((trx) => writeInvalidations(trx, kind, tagsOf(touched), at))
}

type At = { kind: DatabaseKind; at: string }

/** Those of campaigns and of variants are refreshed in any case. */
async function refreshPrices(turn: Turn, productIds: readonly string[], { kind, at }: At): Promise<void> {
  const [first = [], ...others] = slices(productIds, productsAtOnce)
  await turn(async (trx) => void (await refreshSortPrices(trx, at, textList(kind, first))))
  for (const ids of others) await turn((trx) => refreshCurrencySortPrices(trx, ids, at))
}

async function refreshEverything(trx: DatabaseTransaction, { kind, at }: At): Promise<void> {
  await refreshSortPrices(trx, at)
  await recountCurrencySortPrices(trx, at)
  await indexDevices(trx, kind)
}

/** Collects the work that several imports in a row need only once, at their end: optimizing the search index. */
export class LaterWork {
  #isMuch = false

  note(isMuch: boolean): void {
    this.#isMuch ||= isMuch
  }

  async carryOut(db: Database, kind: DatabaseKind): Promise<void> {
    const transactions = new ShortTransactions(db, kind)
    if (this.#isMuch) await optimizeInSteps((step) => transactions.run(0, step), kind)
  }
}

function tagsOf(touched: ChangedIds | undefined): string[] {
  if (!touched) return ['catalog']
  if (touched.productIds.length > manyProducts) return ['catalog', manyProductsTag]
  return [...touched.productIds.map((id) => `product:${id}`), ...touched.categoryIds.map((id) => `category:${id}`)]
}

/** Above this number of new prices all catalogue pages are purged at once instead of one tag per product. */
export const manyPrices = 2_000
/** Tags of one statement, below the databases' bounds on values. */
const tagsAtOnce = 5_000

/** Purges the pages that show prices of these products: those of many are purged with all others of the catalogue. */
export async function purgePrices(
  trx: DatabaseTransaction,
  kind: DatabaseKind,
  productIds: readonly string[],
  at: string,
): Promise<void> {
  if (productIds.length === 0) return
  const tags = productIds.length > manyPrices ? ['catalog', manyProductsTag] : await priceTags(trx, kind, productIds)
  for (const some of slices(tags, tagsAtOnce)) await insertInvalidations(trx, some, at)
}

async function priceTags(
  trx: DatabaseTransaction,
  kind: DatabaseKind,
  productIds: readonly string[],
): Promise<string[]> {
  const shown = await productsShowing(trx, productIds)
  const categories = await listedIn(trx, kind, shown)
  return [...shown.map((id) => `product:${id}`), ...categories.map((id) => `category:${id}`)]
}
