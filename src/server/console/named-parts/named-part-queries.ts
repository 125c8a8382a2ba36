import type { Queryable } from '../../platform/db/tables.ts'

/** Products in the order of these ids. */
export async function productsByIds(db: Queryable, ids: readonly string[]): Promise<{ id: string; sku: string }[]> {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('products').select(['id', 'sku']).where('id', 'in', ids).execute()
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? [])
}

/** Products in their order, with the published choices of one in place of it, which cannot be ordered itself. */
export async function withChoices(
  db: Queryable,
  found: readonly { id: string; sku: string }[],
): Promise<{ id: string; sku: string }[]> {
  const ids = found.map(({ id }) => id)
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('products')
    .select(['id', 'sku', 'parent_id'])
    .where('parent_id', 'in', ids)
    .where('status', '=', 'published')
    .orderBy('sku')
    .execute()
  const choices = Map.groupBy(rows, (row) => row.parent_id)
  return found.flatMap((product) => choices.get(product.id) ?? [product])
}

/** How many units of some parts can be had now, for those with stock of their own. */
export async function availableBySku(db: Queryable, skus: readonly string[]): Promise<Map<string, number>> {
  if (skus.length === 0) return new Map()
  const rows = await db
    .selectFrom('products as p')
    .innerJoin('stock as s', 's.product_id', 'p.id')
    .select(['p.sku', 's.on_hand', 's.reserved'])
    .where('p.sku', 'in', skus)
    .execute()
  return new Map(rows.map((row) => [row.sku, Math.max(0, row.on_hand - row.reserved)]))
}
