import { sql } from 'kysely'
import { insertRows, prepareForBulk, checkpointBulk } from '../../../src/server/platform/db/bulk.ts'
import { kindOf } from '../../../src/server/platform/db/kind-of.ts'
import type { Database } from '../../../src/server/platform/db/tables.ts'
import { optimizeIndex } from '../../../src/server/search/index-products.ts'
import { withDatabase } from '../catalogue.ts'
import { madeAt, writeProducts } from '../million-products.ts'
import { writeSurroundings } from '../million-surroundings.ts'
import { writeBusiness } from '../parts/console-data.ts'
import type { ShopData } from '../shop-process.ts'

/** Of so many products, one is watched by a level of stock. */
const watched = 50

/** What was made, and the processor seconds that the search index took per 100,000 products. */
export type Made = { from: number; to: number; seconds: number; indexSeconds: number }

/**
 * Adds the products from `from` up to `to` to a demo shop, and before the first of them 100,000 orders and 200,000
 * customers.
 */
export function makeProducts(data: ShopData, from: number, to: number): Promise<Made> {
  return withDatabase(data, async (db) => {
    const begun = performance.now()
    const kind = kindOf(db)
    await prepareForBulk(db, kind)
    if (from === 0) {
      await writeBusiness(db)
      await writeSurroundings({ db, kind })
    }
    const { processor } = await writeProducts({ db, kind }, from, to)
    await db.transaction().execute(async (trx) => {
      await optimizeIndex(trx, kind)
      const levels = Array.from({ length: Math.floor((to - from) / watched) }, (_, at) => ({
        product_id: `p${from + at * watched}`,
        level: 5,
      }))
      await insertRows(trx, kind, 'stock_levels', levels)
    })
    // What the database does by itself within minutes of such a change.
    await sql`analyze`.execute(db)
    await checkpointBulk(db, kind)
    const seconds = (performance.now() - begun) / 1_000
    return { from, to, seconds, indexSeconds: (processor * 100_000) / (to - from) }
  })
}

/** How many products of million-products.ts the shop has. */
export async function madeProducts(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('products')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('created_at', '=', madeAt)
    .where('published_at', '=', madeAt)
    .executeTakeFirstOrThrow()
  return Number(count)
}
