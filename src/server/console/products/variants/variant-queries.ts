import type { Queryable } from '../../../platform/db/tables.ts'

/** The variants of a product in their order, drafts included. */
export function variantsOf(db: Queryable, parentId: string, limit: number) {
  return db
    .selectFrom('products')
    .select(['id', 'sku', 'status', 'position'])
    .where('parent_id', '=', parentId)
    .orderBy('position')
    .orderBy('id')
    .limit(limit)
    .execute()
}
