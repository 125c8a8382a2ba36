import { lockStock } from '../../catalog/import/journal/journal-queries.ts'
import { pricedByCost } from '../../catalog/import/supply/offer-queries.ts'
import { writeChanges } from '../../catalog/import/updates/write-changes.ts'
import { refreshSortPricesOf } from '../../catalog/maintenance/finish-queries.ts'
import { pricesOf, type StoredPrice } from '../../catalog/maintenance/price-queries.ts'
import type { ProductRecord } from '../../catalog/maintenance/product-record.ts'
import { textList } from '../../platform/db/bulk.ts'
import { kindOf } from '../../platform/db/kind-of.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { changedPricesJson, type ChangedPrice } from '../choice/rule-json.ts'
import type { PriceChangeRow, RowEnd } from './change-queries.ts'
import { lockProducts } from './product-queries.ts'

/** Which of the two prices of a row is expected to be there, and which is written. */
type Direction = { readonly from: 2 | 3; readonly to: 2 | 3 }
export const forwards: Direction = { from: 2, to: 3 }
export const backwards: Direction = { from: 3, to: 2 }

export type Written = { readonly position: number; readonly reason: '' | 'changed' | 'gone' | 'follows_cost' }

/**
 * Writes the prices of rows, each where exactly the expected ones are stored now: a product that somebody, or an
 * import, has given another price meanwhile is left alone. The products are locked first. The history of prices, the
 * order of lists, and what an import compares follow in the same transaction.
 */
export async function writeRows(
  trx: DatabaseTransaction,
  rows: readonly PriceChangeRow[],
  { from, to }: Direction,
  at: Date,
): Promise<Written[]> {
  if (rows.length === 0) return []
  const kind = kindOf(trx)
  const ids = rows.map((row) => row.product_id)
  await lockStock(trx, kind, ids)
  const present = await lockProducts(trx, ids)
  const stored = Map.groupBy(await pricesOf(trx, kind, ids), (row) => row.product_id)
  const fixed = await pricedByCost(trx, ids)
  const changes: { productId: string; update: { prices: ProductRecord['prices'] }; fields: [] }[] = []
  const written = rows.map(({ position, product_id: id, prices: json }): Written => {
    if (!present.has(id)) return { position, reason: 'gone' }
    if (fixed.has(id)) return { position, reason: 'follows_cost' }
    const prices = changedPricesJson.read(json)
    if (!prices.every((price) => isStored(stored.get(id) ?? [], price, from))) return { position, reason: 'changed' }
    const wanted = prices.map((price) => ({ currency: price[0], min_quantity: price[1], amount: price[to] }))
    changes.push({ productId: id, update: { prices: wanted }, fields: [] })
    return { position, reason: '' }
  })
  if (changes.length === 0) return written
  const changed = await writeChanges(trx, { kind, now: at }, changes)
  await refreshSortPricesOf(trx, textList(kind, changed), at.toISOString())
  return written
}

function isStored(stored: readonly StoredPrice[], price: ChangedPrice, at: 2 | 3): boolean {
  const [currency, from] = price
  return stored.some((row) => row.currency === currency && row.min_quantity === from && row.amount === price[at])
}

/** How rows have ended that were written, in the state of those that were and of those that were not. */
export function endsOf(
  written: readonly Written[],
  { done, not }: { done: RowEnd['state']; not: RowEnd['state'] },
): RowEnd[] {
  return written.map(({ position, reason }) => ({ position, state: reason === '' ? done : not, reason }))
}
