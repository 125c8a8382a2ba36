import { textList } from '../../platform/db/bulk.ts'
import { kindOf } from '../../platform/db/kind-of.ts'
import type { DatabaseTransaction, NewRow, Queryable, Row } from '../../platform/db/tables.ts'

export type Scan = Row<'packing_scans'>

/** What is scanned of an order, in its order. */
export async function scansOf(db: Queryable, orderId: string): Promise<Scan[]> {
  return db.selectFrom('packing_scans').selectAll().where('order_id', '=', orderId).orderBy('id').execute()
}

export async function insertScan(trx: DatabaseTransaction, scan: NewRow<'packing_scans'>): Promise<void> {
  await trx.insertInto('packing_scans').values(scan).execute()
}

export async function deleteScan(trx: DatabaseTransaction, orderId: string, id: string): Promise<void> {
  await trx.deleteFrom('packing_scans').where('order_id', '=', orderId).where('id', '=', id).execute()
}

/** Forgets scans whose units are in a parcel now. */
export async function deleteScans(trx: DatabaseTransaction, orderId: string, ids: readonly string[]): Promise<void> {
  await trx
    .deleteFrom('packing_scans')
    .where('order_id', '=', orderId)
    .where('id', 'in', textList(kindOf(trx), ids))
    .execute()
}

/** The products with these ids that have a number of their own or an EAN, among some spellings. */
export async function productsByCode(db: Queryable, productIds: readonly string[], normalized: readonly string[]) {
  if (productIds.length === 0) return []
  const rows = await db
    .selectFrom('part_numbers')
    .select('product_id')
    .distinct()
    .where('product_id', 'in', productIds)
    .where('normalized', 'in', normalized)
    .where('kind', 'in', ['own', 'ean'])
    .execute()
  return rows.map(({ product_id: id }) => id)
}
