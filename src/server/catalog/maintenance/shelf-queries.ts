import { textList } from '../../platform/db/bulk.ts'
import { kindOf } from '../../platform/db/kind-of.ts'
import type { DatabaseTransaction, Queryable } from '../../platform/db/tables.ts'

/** The shelves of some parts, by product; parts without one are left out. */
export async function shelfNames(db: Queryable, productIds: readonly string[]): Promise<Map<string, string>> {
  if (productIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('stock_shelves')
    .selectAll()
    .where('product_id', 'in', textList(kindOf(db), productIds))
    .execute()
  return new Map(rows.map(({ product_id: id, shelf }) => [id, shelf]))
}

/** Writes the shelves of those products whose records name one, or '' for none. */
export async function writeShelves(
  trx: DatabaseTransaction,
  records: readonly { id: string; shelf?: string | undefined }[],
): Promise<void> {
  for (const { id, shelf } of records) if (shelf !== undefined) await writeShelf(trx, id, shelf)
}

/** Says on which shelf a part is, or with '' on none. */
export async function writeShelf(trx: DatabaseTransaction, productId: string, shelf: string): Promise<void> {
  await trx.deleteFrom('stock_shelves').where('product_id', '=', productId).execute()
  if (shelf !== '') await trx.insertInto('stock_shelves').values({ product_id: productId, shelf }).execute()
}
