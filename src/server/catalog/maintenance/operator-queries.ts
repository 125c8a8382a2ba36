import type { DatabaseTransaction, Queryable } from '../../platform/db/tables.ts'

/**
 * Sets the address that a category's links lead to; null restores its own page. Returns whether the category exists.
 */
export async function updateCategoryUri(trx: DatabaseTransaction, id: string, uri: string | null): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('categories')
    .set({ uri })
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Reads all categories by their paths. */
export function categoryList(db: Queryable) {
  return db
    .selectFrom('categories')
    .innerJoin('category_texts', 'category_texts.category_id', 'categories.id')
    .select(['path', 'name', 'product_count as products'])
    .where('language', '=', 'en')
    .orderBy('path')
    .execute()
}

/** Reads the paths of the categories in the main menu, in its order. */
export async function menuPaths(db: Queryable): Promise<string[]> {
  const rows = await db
    .selectFrom('categories')
    .innerJoin('category_texts', 'category_texts.category_id', 'categories.id')
    .select('path')
    .where('main_menu', '=', 1)
    .where('language', '=', 'en')
    .orderBy('position')
    .orderBy('name')
    .execute()
  return rows.map(({ path }) => path)
}

/** Makes these categories, in this order, the main menu; the order also holds beside their neighbours. */
export async function replaceMenu(trx: DatabaseTransaction, ids: readonly string[]): Promise<void> {
  await trx.updateTable('categories').set({ main_menu: 0 }).where('main_menu', '=', 1).execute()
  // Positions below zero come before those that other categories have.
  for (const [at, id] of ids.entries())
    await trx
      .updateTable('categories')
      .set({ main_menu: 1, position: at - ids.length })
      .where('id', '=', id)
      .execute()
}

/** Reads the ids of categories whose slug, path (in any language) or id this is. */
export async function categoryIdsAt(db: Queryable, slug: string): Promise<string[]> {
  const rows = await db
    .selectFrom('category_texts')
    .select('category_id')
    .distinct()
    .where((row) => row.or([row('slug', '=', slug), row('path', '=', slug), row('category_id', '=', slug)]))
    .execute()
  return rows.map((row) => row.category_id)
}

/** Sets a product's decoration; returns its id, or undefined for an unknown SKU. */
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
