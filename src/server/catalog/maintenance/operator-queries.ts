import type { DatabaseTransaction } from '../../platform/db/tables.ts'

/** What an operator says about the catalogue beside the feeds. */
export async function updateCategoryUri(trx: DatabaseTransaction, id: string, uri: string | null): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('categories')
    .set({ uri })
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** A category's id by the last part of its address, or all of it, in either language. */
export async function categoryIdsAt(trx: DatabaseTransaction, slug: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('category_texts')
    .select('category_id')
    .distinct()
    .where((row) => row.or([row('slug', '=', slug), row('path', '=', slug), row('category_id', '=', slug)]))
    .execute()
  return rows.map((row) => row.category_id)
}

/** Sets it and gives the product's id. */
export async function updateDecoration(
  trx: DatabaseTransaction,
  sku: string,
  decoration: string,
  at: string,
): Promise<string | undefined> {
  const row = await trx
    .updateTable('products')
    .set({ decoration, updated_at: at })
    .where('sku', '=', sku)
    .returning('id')
    .executeTakeFirst()
  return row?.id
}
