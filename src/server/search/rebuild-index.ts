import type { DatabaseKind } from '../platform/db/connect.ts'
import type { Database } from '../platform/db/tables.ts'
import { productIdsAfter } from './document-queries.ts'
import { indexProducts, optimizeInSteps } from './index-products.ts'

const atOnce = 500

/**
 * Makes the search documents of all products anew, as this program reads them, while the shop goes on: 500 products in
 * each transaction. A product keeps its place among equally popular ones. @returns how many products there are.
 */
export async function rebuildIndex(db: Database, kind: DatabaseKind): Promise<number> {
  let count = 0
  for (let ids = await productIdsAfter(db, '', atOnce); ids.length > 0;) {
    const some = ids
    await db.transaction().execute((trx) => indexProducts(trx, kind, some))
    count += ids.length
    ids = await productIdsAfter(db, ids.at(-1) ?? '', atOnce)
  }
  await optimizeInSteps((step) => db.transaction().execute(step), kind)
  return count
}
