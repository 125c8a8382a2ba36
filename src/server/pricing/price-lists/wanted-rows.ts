import type { PriceListRow } from '../../../domain/lists/price-list-rows.ts'
import type { Minor } from '../../../domain/money/money.ts'
import { slices } from '../../platform/db/bulk.ts'
import type { Database } from '../../platform/db/tables.ts'
import { pauseBetween } from './portions.ts'
import { PriceListError } from './price-list-error.ts'
import { productsOfSkus } from './price-list-queries.ts'
import type { ChangedRow, StoredPrice } from './row-queries.ts'

/** `amount` undefined removes the price. */
export type Wanted = {
  readonly product_id: string
  readonly min_quantity: number
  readonly amount: Minor | undefined
}
export type Stored = ReadonlyMap<string, StoredPrice>

const skusOfTurn = 500

export const keyOf = ({ product_id: id, min_quantity: from }: Pick<StoredPrice, 'product_id' | 'min_quantity'>) =>
  `${from} ${id}`
export const keyed = (rows: readonly StoredPrice[]): Stored => new Map(rows.map((row) => [keyOf(row), row]))

/** What would change; rows that have the wanted price already are left out. */
export function differences(stored: Stored, wanted: readonly Wanted[]): ChangedRow[] {
  return wanted.flatMap(({ product_id, min_quantity, amount }) => {
    const before = stored.get(keyOf({ product_id, min_quantity }))?.amount ?? null
    const after = amount ?? null
    return before === after ? [] : [{ product_id, min_quantity, before, after }]
  })
}

/** Finds the products of rows. Throws PriceListError for one that there is not, and for two prices of one row. */
export async function wantedRows(db: Database, rows: readonly PriceListRow[]): Promise<Wanted[]> {
  if (rows.length === 0) throw new PriceListError('price_list_no_rows', 'There are no prices to set.')
  const seen = new Set<string>()
  const wanted: Wanted[] = []
  for await (const some of pauseBetween(slices(rows, skusOfTurn))) {
    const products = await productsOfSkus(
      db,
      some.map(({ sku }) => sku),
    )
    for (const { row, sku, quantity, amount } of some) {
      const product = products.get(sku) ?? products.get(sku.toUpperCase())
      if (product === undefined)
        throw new PriceListError('price_list_row_unknown', `Row ${row}: no product has "${sku}".`, { row, text: sku })
      const key = keyOf({ product_id: product, min_quantity: quantity })
      if (seen.has(key)) throw twice(row, sku)
      seen.add(key)
      wanted.push({ product_id: product, min_quantity: quantity, amount })
    }
  }
  return wanted
}

function twice(row: number, sku: string): PriceListError {
  return new PriceListError('price_list_row_twice', `Row ${row}: "${sku}" has this quantity twice.`, { row, text: sku })
}
