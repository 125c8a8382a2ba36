import { textList } from '../../platform/db/bulk.ts'
import type { DatabaseKind } from '../../platform/db/connect.ts'
import type { Database, Row } from '../../platform/db/tables.ts'

export type NamedProduct = Pick<Row<'products'>, 'id' | 'sku' | 'type' | 'parent_id'>

/** Reads products by their ids, and others by their article numbers. */
export async function productsNamed(
  db: Database,
  kind: DatabaseKind,
  { ids, skus }: { ids: readonly string[]; skus: readonly string[] },
): Promise<NamedProduct[]> {
  const columns = ['id', 'sku', 'type', 'parent_id'] as const
  const products = db.selectFrom('products').select(columns)
  const [byId, bySku] = [
    ids.length > 0 ? await products.where('id', 'in', textList(kind, ids)).execute() : [],
    skus.length > 0 ? await products.where('sku', 'in', textList(kind, skus)).execute() : [],
  ]
  return [...byId, ...bySku]
}

/** Reads which of these products have published choices. */
export async function parentsAmong(db: Database, kind: DatabaseKind, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('products')
    .select('parent_id')
    .distinct()
    .where('parent_id', 'in', textList(kind, ids))
    .where('status', '=', 'published')
    .execute()
  return rows.flatMap(({ parent_id: id }) => id ?? [])
}
