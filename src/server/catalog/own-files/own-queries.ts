import { textList } from '../../platform/db/bulk.ts'
import type { DatabaseKind } from '../../platform/db/connect.ts'
import type { Database } from '../../platform/db/tables.ts'

export async function attributeIds(db: Database): Promise<string[]> {
  const rows = await db.selectFrom('attributes').select('id').orderBy('position').orderBy('id').execute()
  return rows.map(({ id }) => id)
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
