import { lowStockUnits } from '../../../domain/products/stock.ts'
import { insertRows, textList } from '../db/bulk.ts'
import { kindOf } from '../db/kind-of.ts'
import type { DatabaseTransaction } from '../db/tables.ts'
import { endpointsFor } from './webhook-queries.ts'

const newsAtOnce = 500

/** Notes in the transaction that changes the stock of products that endpoints are to be told of it. */
export async function queueStockNews(trx: DatabaseTransaction, productIds: readonly string[]): Promise<void> {
  if (productIds.length === 0) return
  const endpoints = await endpointsFor(trx, ['stock.changed', 'stock.low'])
  const rows = endpoints.flatMap((endpoint) => productIds.map((id) => ({ endpoint_id: endpoint, product_id: id })))
  await insertRows(trx, kindOf(trx), 'stock_news', rows)
}

export type StockItem = {
  id: string
  sku: string
  on_hand: number
  reserved: number
  available: number
  incoming_at: string | null
}

/**
 * Takes the oldest news for an endpoint, each product once, and reads their stock after that: what is changed later
 * makes news again.
 */
export async function claimStockNews(trx: DatabaseTransaction, endpointId: string): Promise<StockItem[]> {
  const kind = kindOf(trx)
  const news = await trx
    .selectFrom('stock_news')
    .select('product_id')
    .where('endpoint_id', '=', endpointId)
    .orderBy('seq')
    .limit(newsAtOnce)
    .execute()
  const ids = [...new Set(news.map((row) => row.product_id))]
  if (ids.length === 0) return []
  await trx
    .deleteFrom('stock_news')
    .where('endpoint_id', '=', endpointId)
    .where('product_id', 'in', textList(kind, ids))
    .execute()
  const rows = await trx
    .selectFrom('stock as s')
    .innerJoin('products as p', 'p.id', 's.product_id')
    .select(['p.id', 'p.sku', 's.on_hand', 's.reserved', 's.incoming_at'])
    .where('p.id', 'in', textList(kind, ids))
    .orderBy('p.sku')
    .execute()
  return rows.map((row) => ({ ...row, available: row.on_hand - row.reserved }))
}

/** Returns the products with few units left of which the endpoint was not told, and notes that it is told now. */
export async function newlyLow(
  trx: DatabaseTransaction,
  endpointId: string,
  items: readonly StockItem[],
): Promise<StockItem[]> {
  const kind = kindOf(trx)
  const idsOf = (some: readonly StockItem[]) => some.map(({ id }) => id)
  const [low, enough] = [
    items.filter((item) => item.available <= lowStockUnits),
    items.filter((item) => item.available > lowStockUnits),
  ]
  if (enough.length > 0)
    await trx
      .deleteFrom('told_low_stock')
      .where('endpoint_id', '=', endpointId)
      .where('product_id', 'in', textList(kind, idsOf(enough)))
      .execute()
  if (low.length === 0) return []
  const notified = await trx
    .selectFrom('told_low_stock')
    .select('product_id')
    .where('endpoint_id', '=', endpointId)
    .where('product_id', 'in', textList(kind, idsOf(low)))
    .execute()
  const known = new Set(notified.map((row) => row.product_id))
  const fresh = low.filter(({ id }) => !known.has(id))
  const rows = fresh.map(({ id }) => ({ endpoint_id: endpointId, product_id: id }))
  await insertRows(trx, kind, 'told_low_stock', rows)
  return fresh
}

/** Tells whether an endpoint waits for an answer to news of stock. */
export async function isStockWaiting(trx: DatabaseTransaction, endpointId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('webhook_deliveries')
    .select('seq')
    .where('endpoint_id', '=', endpointId)
    .where('state', '=', 'waiting')
    .where('subject', '=', 'stock')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes the changes of stock that wait to be sent to an endpoint. */
export async function deleteStockNews(trx: DatabaseTransaction, endpointId: string): Promise<void> {
  await trx.deleteFrom('stock_news').where('endpoint_id', '=', endpointId).execute()
}
