import { productType } from '../../../domain/products/products.ts'
import { shownUnits, stockLevel, stockStatus, type StockLevel } from '../../../domain/products/stock.ts'
import type { DatabaseTransaction, Row } from '../../platform/db/tables.ts'
import { stockRows } from '../products/card-queries.ts'
import { insertInvalidations, productsShowing } from '../change-queries.ts'

export type StockChange = { product_id: string; quantity: number }

/**
 * Purges the cached pages that tell another stock now: product pages when the shown number of units changed, all pages
 * with the product when its status changed. Call it after changing `reserved`, within the same
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
  const counted = present.flatMap((row) => {
    const level = stockLevel(productType.standard, row)
    const change = changes.find((each) => each.product_id === row.product_id)
    const before = { ...level, available: level.available - (change?.quantity ?? 0) }
    return shownUnits(before) === shownUnits(level) ? [] : [{ id: row.product_id, isStatusNew: isNew(before, level) }]
  })
  const moved = counted.filter(({ isStatusNew }) => isStatusNew).map(({ id }) => id)
  const tags = [
    ...(await tagsOf(
      trx,
      'stock',
      counted.map(({ id }) => id),
    )),
    ...(await tagsOf(trx, 'product', moved)),
  ]
  if (tags.length > 0) await insertInvalidations(trx, tags, now.toISOString())
}

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
