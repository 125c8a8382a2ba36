import { stockColumns } from '../../catalog/products/card-queries.ts'
import { batchQueries } from '../../platform/db/batch-queries.ts'
import type { DatabaseTransaction, Queryable, Row } from '../../platform/db/tables.ts'

/**
 * Reserves units of each product and returns the stock rows that were changed. A product with too few available units
 * is not changed and is missing from the result.
 */
export async function reserveStock(
  trx: DatabaseTransaction,
  wanted: readonly { product_id: string; quantity: number }[],
): Promise<Row<'stock'>[]> {
  const reserve = (productId: string, quantity: number) =>
    trx
      .updateTable('stock')
      .set((row) => ({ reserved: row('reserved', '+', quantity) }))
      .where('product_id', '=', productId)
      .where((row) => row(row('on_hand', '-', row.ref('reserved')), '>=', quantity))
      .returning(stockColumns)
  return (await batchQueries(trx, ...wanted.map(({ product_id: id, quantity }) => reserve(id, quantity)))).flat()
}

export async function setItemRows(db: Queryable, setIds: readonly string[]) {
  return db.selectFrom('set_items').select(['set_id', 'product_id', 'quantity']).where('set_id', 'in', setIds).execute()
}
