import type { Queryable } from '../../platform/db/tables.ts'

/** Products in the order of these ids. */
export async function productsByIds(db: Queryable, ids: readonly string[]): Promise<{ id: string; sku: string }[]> {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('products').select(['id', 'sku']).where('id', 'in', ids).execute()
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? [])
}
