import { productType } from '../../../domain/products/products.ts'
import { stockLevel, stockStatus } from '../../../domain/products/stock.ts'
import type { DatabaseTransaction, Row } from '../../platform/db/tables.ts'
import { stockRows } from '../products/card-queries.ts'
import { insertInvalidations, productsShowing } from '../change-queries.ts'

export type StockChange = { product_id: string; quantity: number }

/**
 * Purges the cached pages of products whose stock text changed. Call it after changing `reserved`, within the same
 * transaction; `quantity` is the number of units that became available (negative when taken), `rows` the new stock,
 * where the caller knows it.
 */
export async function noteStockChange(
  trx: DatabaseTransaction,
  changes: readonly StockChange[],
  now: Date,
  rows?: Row<'stock'>[],
): Promise<void> {
  if (changes.length === 0) return
  const present =
    rows ??
    (await stockRows(
      trx,
      changes.map((change) => change.product_id),
    ))
  const moved = present.filter((row) => {
    const level = stockLevel(productType.standard, row)
    const change = changes.find((each) => each.product_id === row.product_id)
    const before = { ...level, available: level.available - (change?.quantity ?? 0) }
    return stockStatus(true, before) !== stockStatus(true, level)
  })
  if (moved.length === 0) return
  const ids = await productsShowing(
    trx,
    moved.map((row) => row.product_id),
  )
  await insertInvalidations(
    trx,
    ids.map((id) => `product:${id}`),
    now.toISOString(),
  )
}
