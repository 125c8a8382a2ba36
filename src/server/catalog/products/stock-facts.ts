import { productType } from '../../../domain/products/products.ts'
import { stockLevel, type StockLevel } from '../../../domain/products/stock.ts'
import type { Queryable, Row } from '../../platform/db/tables.ts'
import { setStockRows, type ProductRow } from './card-queries.ts'

/** Stock that one unit of a product uses: its own, or that of each item in a set. */
export type ShelfPart = { product_id: string; quantity: number; available: number }
/** `incomingAt` is when more of the product itself arrives. */
export type StockFacts = { stock: StockLevel; parts: ShelfPart[]; incomingAt: string | null }

/**
 * Computes how many units of each product are available; the scarcest item limits a set. `shelf` is the products' own
 * stock.
 */
export async function stockFacts(
  db: Queryable,
  rows: readonly ProductRow[],
  shelf: readonly Row<'stock'>[],
): Promise<(row: ProductRow) => StockFacts> {
  const own = new Map(shelf.map((row) => [row.product_id, row]))
  const setIds = rows.filter((row) => row.type === productType.set).map((row) => row.id)
  const itemsBySet = Map.groupBy(setIds.length > 0 ? await setStockRows(db, setIds) : [], (item) => item.set_id)
  return ({ id, type }) => {
    const incomingAt = own.get(id)?.incoming_at ?? null
    if (type === productType.set) return { ...ofSet(itemsBySet.get(id) ?? []), incomingAt }
    const stock = stockLevel(type, own.get(id))
    return {
      stock,
      incomingAt,
      parts: type === productType.giftCard ? [] : [{ product_id: id, quantity: 1, available: stock.available }],
    }
  }
}

type SetItem = Awaited<ReturnType<typeof setStockRows>>[number]

function ofSet(items: readonly SetItem[]): Omit<StockFacts, 'incomingAt'> {
  const parts = items.map(({ product_id, quantity, on_hand, reserved }) => ({
    product_id,
    quantity,
    available: (on_hand ?? 0) - (reserved ?? 0),
  }))
  const available = parts.length > 0 ? Math.min(...parts.map((part) => Math.floor(part.available / part.quantity))) : 0
  return { stock: { available, incoming: items.some((item) => item.incoming_at !== null) }, parts }
}
