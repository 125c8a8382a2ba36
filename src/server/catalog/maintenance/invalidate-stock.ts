import { productType } from '../../../domain/products/products.ts'
import { shownUnits, stockLevel, stockStatus, type StockLevel } from '../../../domain/products/stock.ts'
import type { DatabaseTransaction, Row } from '../../platform/db/tables.ts'
import { queueStockNews } from '../../platform/webhooks/stock-news-queries.ts'
import { insertInvalidations, productsShowing } from '../change-queries.ts'
import { stockRows } from '../products/card-queries.ts'

export type StockChange = { product_id: string; quantity: number }

/**
 * Purges the cached pages that show the stock, and queues webhooks about it: product pages when the shown number of
 * units changed, all pages with the product when its status changed. Call it after changing `reserved`, within the same
 * transaction; `quantity` is the number of units that became available (negative when taken), `rows` the new stock,
 * where the caller knows it.
 */
export async function invalidateStock(
  trx: DatabaseTransaction,
  changes: readonly StockChange[],
  now: Date,
  rows?: Row<'stock'>[],
): Promise<void> {
  if (changes.length === 0) return
  const ids = [...new Set(changes.map((change) => change.product_id))]
  const [present] = await Promise.all([rows ?? stockRows(trx, ids), queueStockNews(trx, ids)])
  const quantities = new Map<string, number>()
  for (const { product_id: id, quantity } of changes) quantities.set(id, (quantities.get(id) ?? 0) + quantity)
  const moves = present.map((row) => {
    const after = stockLevel(productType.standard, row)
    const before = { ...after, available: after.available - (quantities.get(row.product_id) ?? 0) }
    return { id: row.product_id, before, after }
  })
  await invalidateMovedStock(trx, moves, now)
}

/** The stock of a product before and after a change; `isDayNew` when another day of delivery is expected. */
export type StockMove = { id: string; before: StockLevel; after: StockLevel; isDayNew?: boolean }

/** Does the same for changes whose stock before and after is known. */
export async function invalidateMovedStock(
  trx: DatabaseTransaction,
  moves: readonly StockMove[],
  now: Date,
): Promise<void> {
  const shown = moves.filter(({ before, after, isDayNew }) => isDayNew || shownUnits(before) !== shownUnits(after))
  const moved = shown.filter(({ before, after, isDayNew }) => isDayNew || isNew(before, after))
  const tags = [...(await tagsOf(trx, 'stock', idsOf(shown))), ...(await tagsOf(trx, 'product', idsOf(moved)))]
  if (tags.length > 0) await insertInvalidations(trx, tags, now.toISOString())
}

const idsOf = (moves: readonly StockMove[]) => moves.map(({ id }) => id)

function isNew(before: StockLevel, after: StockLevel): boolean {
  return stockStatus(true, before) !== stockStatus(true, after)
}

/** `stock` is the tag of product pages, which tell the number of units; `product` that of every page with the card. */
async function tagsOf(
  trx: DatabaseTransaction,
  kind: 'stock' | 'product',
  productIds: readonly string[],
): Promise<string[]> {
  if (productIds.length === 0) return []
  return (await productsShowing(trx, productIds)).map((id) => `${kind}:${id}`)
}
