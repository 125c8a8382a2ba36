import { textList } from '../../../platform/db/bulk.ts'
import type { DatabaseKind } from '../../../platform/db/connect.ts'
import type { Database } from '../../../platform/db/tables.ts'

/** Reads ids of a feed's published products in their order, beginning after `after`. */
export async function productsOfFeed(db: Database, feed: string, after: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('products')
    .select('id')
    .where('feed', '=', feed)
    .where('status', '=', 'published')
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}

/** Reads which of these have units on hand that no order has reserved, or expect some. */
export async function productsWithStock(db: Database, kind: DatabaseKind, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('stock')
    .select('product_id')
    .where('product_id', 'in', textList(kind, ids))
    .where(({ or, eb, ref }) => or([eb('on_hand', '>', ref('reserved')), eb('incoming_at', 'is not', null)]))
    .execute()
  return rows.map((row) => row.product_id)
}
