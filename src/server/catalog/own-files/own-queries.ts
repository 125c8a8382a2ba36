import type { AttributeKind } from '../../../domain/products/attribute-kinds.ts'
import { textList } from '../../platform/db/bulk.ts'
import type { DatabaseKind } from '../../platform/db/connect.ts'
import type { Database } from '../../platform/db/tables.ts'

/** The attributes in their order in the shop, each with what its values are. */
export async function attributesInOrder(db: Database): Promise<{ id: string; kind: AttributeKind }[]> {
  return db.selectFrom('attributes').select(['id', 'kind']).orderBy('position').orderBy('id').execute()
}

export function skusById(db: Database, kind: DatabaseKind, ids: readonly string[]) {
  return db.selectFrom('products').select(['id', 'sku']).where('id', 'in', textList(kind, ids)).execute()
}

export function idsBySku(db: Database, kind: DatabaseKind, skus: readonly string[]) {
  return db.selectFrom('products').select(['id', 'sku', 'type']).where('sku', 'in', textList(kind, skus)).execute()
}

/** Reads ids of products in their order, beginning after `after`. */
export async function productIdsAfter(db: Database, after: string, limit: number): Promise<string[]> {
  const rows = await db.selectFrom('products').select('id').where('id', '>', after).orderBy('id').limit(limit).execute()
  return rows.map(({ id }) => id)
}
