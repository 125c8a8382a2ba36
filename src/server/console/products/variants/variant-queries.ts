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

/** The choices of a product that nobody can buy yet, where none of them is published; else none. */
export async function unpublishedChoices(db: Queryable, parentId: string): Promise<{ id: string; sku: string }[]> {
  const all = await db
    .selectFrom('products')
    .select(['id', 'sku', 'status'])
    .where('parent_id', '=', parentId)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return all.some(({ status }) => status === 'published') ? [] : all.map(({ id, sku }) => ({ id, sku }))
}
