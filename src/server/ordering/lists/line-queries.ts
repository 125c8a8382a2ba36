import type { PlacedPart } from '../../../domain/lists/part-lists.ts'
import type { DatabaseTransaction, Queryable, Row } from '../../platform/db/tables.ts'

/** Reads the lines of a list in their order. */
export async function listLines(db: Queryable, listId: string): Promise<Row<'part_list_lines'>[]> {
  return db
    .selectFrom('part_list_lines')
    .selectAll()
    .where('list_id', '=', listId)
    .orderBy('position')
    .orderBy('product_id')
    .execute()
}

/** Reads the lines of several lists, in the order of each list. */
export async function linesOfLists(db: Queryable, listIds: readonly string[]): Promise<Row<'part_list_lines'>[]> {
  if (listIds.length === 0) return []
  return db
    .selectFrom('part_list_lines')
    .selectAll()
    .where('list_id', 'in', listIds)
    .orderBy('list_id')
    .orderBy('position')
    .orderBy('product_id')
    .execute()
}

/** Inserts lines; of a part that is on the list already, sets quantity, note and position. */
export async function putLines(trx: DatabaseTransaction, listId: string, lines: readonly PlacedPart[]): Promise<void> {
  if (lines.length === 0) return
  const rows = lines.map(({ productId, ...line }) => ({ ...line, list_id: listId, product_id: productId }))
  await trx
    .insertInto('part_list_lines')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['list_id', 'product_id']).doUpdateSet((row) => ({
        quantity: row.ref('excluded.quantity'),
        note: row.ref('excluded.note'),
        position: row.ref('excluded.position'),
      })),
    )
    .execute()
}

export async function deleteLine(trx: DatabaseTransaction, listId: string, productId: string): Promise<void> {
  await trx.deleteFrom('part_list_lines').where('list_id', '=', listId).where('product_id', '=', productId).execute()
}

/** Reads the part numbers of the products among these that are published, by id. */
export async function soldParts(db: Queryable, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('products')
    .select(['id', 'sku'])
    .where('id', 'in', ids)
    .where('status', '=', 'published')
    .execute()
  return new Map(rows.map(({ id, sku }) => [id, sku]))
}
