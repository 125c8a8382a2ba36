import { insertRows } from '../../../src/server/platform/db/bulk.ts'
import { kindOf } from '../../../src/server/platform/db/kind-of.ts'
import type { Database } from '../../../src/server/platform/db/tables.ts'
import { optimizeIndex } from '../../../src/server/search/index-products.ts'
import { makeProduct, writeProducts } from '../million-products.ts'
import { writeSurroundings } from '../million-surroundings.ts'

/** Of so many products, one is watched by a level of stock. */
const watched = 50

/** Adds products beside those of the demo (--products), each 50th of them with a level of stock. */
export async function writeGoods(db: Database, products: number): Promise<void> {
  const open = { db, kind: kindOf(db) }
  await writeSurroundings(open)
  await writeProducts(open, 0, products)
  await db.transaction().execute(async (trx) => {
    await optimizeIndex(trx, open.kind)
    const levels = Array.from({ length: Math.floor(products / watched) }, (_, at) => ({
      product_id: `p${at * watched}`,
      level: 5,
    }))
    await insertRows(trx, open.kind, 'stock_levels', levels)
  })
}

/** What the console opens that reads products: `at` chooses one of them. */
export function screensOfGoods(products: number): readonly (readonly [what: string, path: (at: number) => string])[] {
  const sku = (at: number) => encodeURIComponent(makeProduct((at * 997) % products).sku)
  return [
    ['find an article', (at) => `/console/find?q=${sku(at)}`],
    ['the palette, an article', (at) => `/console/find/hits?q=${sku(at)}`],
  ]
}
