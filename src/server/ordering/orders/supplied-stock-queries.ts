import type { DatabaseTransaction } from '../../platform/db/tables.ts'

/**
 * Corrects how many units of a supplier are sold with the shop's own, after an order took some or gave up its claim:
 * the own ones are taken first, and the supplier has fewer when its own are. Call it within the transaction that
 * changed the stock.
 */
export async function followSuppliedStock(trx: DatabaseTransaction, productId: string): Promise<void> {
  const row = await trx
    .selectFrom('supplied_stock as supplied')
    .innerJoin('stock', 'stock.product_id', 'supplied.product_id')
    .leftJoin('supplier_offers as offer', (join) =>
      join.onRef('offer.product_id', '=', 'supplied.product_id').onRef('offer.supplier', '=', 'supplied.supplier'),
    )
    .select(['supplied.supplier', 'supplied.units', 'stock.on_hand', 'stock.reserved', 'offer.stock as offered'])
    .where('supplied.product_id', '=', productId)
    .executeTakeFirst()
  if (!row) return
  const taken = Math.max(0, row.units - row.on_hand)
  const offered = Math.max(0, (row.offered ?? 0) - taken)
  const own = row.on_hand - (row.units - taken)
  const units = Math.min(row.units - taken, Math.max(offered, row.reserved - own))
  if (units === row.units) return
  await trx.updateTable('supplied_stock').set({ units }).where('product_id', '=', productId).execute()
  await trx
    .updateTable('stock')
    .set({ on_hand: own + units })
    .where('product_id', '=', productId)
    .execute()
  if (taken === 0) return
  await trx
    .updateTable('supplier_offers')
    .set({ stock: offered })
    .where('product_id', '=', productId)
    .where('supplier', '=', row.supplier)
    .execute()
}
