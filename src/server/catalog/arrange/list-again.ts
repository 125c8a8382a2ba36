import { slices } from '../../platform/db/bulk.ts'
import type { DatabaseKind } from '../../platform/db/connect.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { indexProducts } from '../../search/index-products.ts'
import { CatalogError } from '../catalog-error.ts'
import { finishCatalog } from '../maintenance/finish-catalog.ts'
import { lineageOf, listingRows } from '../maintenance/save-listings.ts'
import { categoryParents } from '../maintenance/write-queries.ts'
import { directCategories, productsListed, replaceListings } from './tree-queries.ts'

type Options = { kind: DatabaseKind; now: Date }

/** More products would keep the shop's other writers waiting for too long. */
const maxListedAgain = 10_000
const atOnce = 2_000

/** Reads the products that a category lists. Throws CatalogError for more than can be listed anew at once. */
export async function productsToMove(trx: DatabaseTransaction, id: string): Promise<string[]> {
  const ids = await productsListed(trx, id, maxListedAgain + 1)
  if (ids.length <= maxListedAgain) return ids
  throw new CatalogError(
    'catalog_large',
    `The category has more than ${maxListedAgain} products: arrange those below it first.`,
    { most: maxListedAgain },
  )
}

/**
 * Lists products in their categories and those above as the tree is now; `become` says what a category has become.
 * Search, counts, pages and lists in memory follow. `before` are categories that listed products and may not any more.
 */
export async function listAgain(
  trx: DatabaseTransaction,
  { kind, now }: Options,
  productIds: readonly string[],
  { become, before }: { become: (categoryId: string) => string; before: readonly string[] },
): Promise<void> {
  const lineage = lineageOf(await categoryParents(trx))
  const touched = new Set(before)
  for (const ids of slices(productIds, atOnce)) {
    const direct = Map.groupBy(await directCategories(trx, kind, ids), (row) => row.product_id)
    const rows = [...direct].flatMap(([id, own]) => {
      const main = own.find((row) => row.main === 1)
      return listingRows(
        {
          id,
          status: 'published',
          parent_id: null,
          category_ids: own.map((row) => become(row.category_id)),
          main_category_id: main ? become(main.category_id) : null,
        },
        lineage,
      )
    })
    for (const row of rows) touched.add(row.category_id)
    await replaceListings(trx, kind, ids, rows)
  }
  await indexProducts(trx, kind, productIds)
  await finishCatalog(trx, { kind, now }, { productIds: [...productIds], categoryIds: [...touched] })
}
