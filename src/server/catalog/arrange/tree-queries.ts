import { sql } from 'kysely'
import type { Language } from '../../../domain/places/locales.ts'
import { insertRows, textList } from '../../platform/db/bulk.ts'
import type { DatabaseKind } from '../../platform/db/connect.ts'
import { kindOf } from '../../platform/db/kind-of.ts'
import type { Database, DatabaseTransaction, NewRow, Queryable } from '../../platform/db/tables.ts'
import { CategoryTree, type TreeCategory } from './category-tree.ts'

/** Reads the tree of all categories. */
export async function readTree(db: Queryable): Promise<CategoryTree> {
  const rows = await db
    .selectFrom('categories')
    .select(['id', 'parent_id', 'position', 'main_menu', 'product_count'])
    .orderBy('id')
    .execute()
  const texts = Map.groupBy(
    await db.selectFrom('category_texts').select(['category_id', 'language', 'name', 'slug', 'path']).execute(),
    (row) => row.category_id,
  )
  return new CategoryTree(
    rows.map((row): TreeCategory => {
      const own = texts.get(row.id) ?? []
      const both = (key: 'name' | 'slug' | 'path') => ({
        en: own.find(({ language }) => language === 'en')?.[key] ?? '',
        sv: own.find(({ language }) => language === 'sv')?.[key] ?? '',
      })
      return {
        id: row.id,
        parentId: row.parent_id,
        position: row.position,
        isInMenu: row.main_menu === 1,
        products: row.product_count,
        name: both('name'),
        slug: both('slug'),
        path: both('path'),
      }
    }),
  )
}

/** Reads everything that is stored of one category itself, and locks it. */
export async function lockedCategory(trx: DatabaseTransaction, id: string) {
  const query = trx.selectFrom('categories').selectAll().where('id', '=', id)
  return (kindOf(trx) === 'sqlite' ? query : query.forUpdate()).executeTakeFirst()
}

/** Everything that the page of a category shows and changes; undefined where there is none. */
export async function categoryRecord(db: Queryable, id: string) {
  const row = await db.selectFrom('categories').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) return undefined
  const texts = await db.selectFrom('category_texts').selectAll().where('category_id', '=', id).execute()
  const facts = await db
    .selectFrom('category_facts')
    .select('attribute_id')
    .where('category_id', '=', id)
    .orderBy('position')
    .execute()
  const fits = await db
    .selectFrom('category_fit_attributes')
    .select('attribute_id')
    .where('category_id', '=', id)
    .orderBy('attribute_id')
    .execute()
  return {
    row,
    texts,
    facts: facts.map((each) => each.attribute_id),
    fits: fits.map((each) => each.attribute_id),
  }
}

export type CategoryRecord = NonNullable<Awaited<ReturnType<typeof categoryRecord>>>

export async function insertCategoryRows(
  trx: DatabaseTransaction,
  category: NewRow<'categories'>,
  texts: readonly NewRow<'category_texts'>[],
): Promise<void> {
  await trx.insertInto('categories').values(category).execute()
  await trx.insertInto('category_texts').values(texts).execute()
}

export type CategoryColumns = Partial<
  Pick<NewRow<'categories'>, 'parent_id' | 'position' | 'main_menu' | 'picture_id' | 'uri'>
>

export async function updateCategory(trx: DatabaseTransaction, id: string, columns: CategoryColumns): Promise<void> {
  if (Object.keys(columns).length > 0) await trx.updateTable('categories').set(columns).where('id', '=', id).execute()
}

type TextColumns = Partial<Omit<NewRow<'category_texts'>, 'category_id' | 'language'>>

export async function updateText(
  trx: DatabaseTransaction,
  { id, language }: { id: string; language: Language },
  columns: TextColumns,
): Promise<void> {
  if (Object.keys(columns).length === 0) return
  await trx
    .updateTable('category_texts')
    .set(columns)
    .where('category_id', '=', id)
    .where('language', '=', language)
    .execute()
}

/** Notes an address that a category had, and forgets its present one as a former address of any category. */
export async function recordFormerPath(
  trx: DatabaseTransaction,
  { id, language, from, to }: { id: string; language: Language; from: string; to: string | null },
): Promise<void> {
  if (to !== null) await deleteFormerPath(trx, language, to)
  await trx
    .insertInto('category_former_paths')
    .values({ language, path: from, category_id: id })
    .onConflict((conflict) => conflict.columns(['language', 'path']).doUpdateSet({ category_id: id }))
    .execute()
}

export async function deleteFormerPath(trx: DatabaseTransaction, language: Language, path: string): Promise<void> {
  await trx.deleteFrom('category_former_paths').where('language', '=', language).where('path', '=', path).execute()
}

/** Hands everything that names a category over to the one that it is merged into. */
export async function reassignCategory(trx: DatabaseTransaction, from: string, into: string): Promise<void> {
  await trx.updateTable('category_former_paths').set({ category_id: into }).where('category_id', '=', from).execute()
  await trx.updateTable('category_merges').set({ into_id: into }).where('into_id', '=', from).execute()
  await trx
    .insertInto('category_merges')
    .values({ category_id: from, into_id: into })
    .onConflict((conflict) => conflict.column('category_id').doUpdateSet({ into_id: into }))
    .execute()
  await trx.updateTable('products').set({ main_category_id: into }).where('main_category_id', '=', from).execute()
  await sql`insert into unlisted_categories (product_id, category_id)
    select product_id, ${into} from unlisted_categories where category_id = ${from} on conflict do nothing`.execute(trx)
  await trx.deleteFrom('unlisted_categories').where('category_id', '=', from).execute()
}

/** The category that one which is gone was merged into. */
export async function mergedInto(db: Queryable, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('category_merges').select('into_id').where('category_id', '=', id).executeTakeFirst()
  return row?.into_id
}

/** Deletes a category's own rows. Its products and those below it must have gone before. */
export async function deleteCategory(trx: DatabaseTransaction, id: string): Promise<void> {
  await trx.deleteFrom('category_facts').where('category_id', '=', id).execute()
  await trx.deleteFrom('category_fit_attributes').where('category_id', '=', id).execute()
  await trx.deleteFrom('category_former_paths').where('category_id', '=', id).execute()
  await trx.deleteFrom('category_texts').where('category_id', '=', id).execute()
  await trx.deleteFrom('categories').where('id', '=', id).execute()
}

/** Reads which products are listed in a category, its descendants' included. */
export async function productsListed(db: Queryable, id: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('category_products')
    .select('product_id')
    .where('category_id', '=', id)
    .limit(limit)
    .execute()
  return rows.map((row) => row.product_id)
}

/** Whether a product that is in no list has the category, too. */
export async function hasUnlisted(db: Queryable, id: string): Promise<boolean> {
  const own = await db
    .selectFrom('products')
    .select('id')
    .where('main_category_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  const other = await db
    .selectFrom('unlisted_categories')
    .select('product_id')
    .where('category_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  return (own ?? other) !== undefined
}

/** Reads the categories in which products are themselves. */
export function directCategories(db: Queryable, kind: DatabaseKind, productIds: readonly string[]) {
  return db
    .selectFrom('category_products')
    .select(['product_id', 'category_id', 'main'])
    .where('direct', '=', 1)
    .where('product_id', 'in', textList(kind, productIds))
    .execute()
}

/** Replaces the lists that products are in. */
export async function replaceListings(
  trx: DatabaseTransaction,
  kind: DatabaseKind,
  productIds: readonly string[],
  rows: readonly NewRow<'category_products'>[],
): Promise<void> {
  await trx.deleteFrom('category_products').where('product_id', 'in', textList(kind, productIds)).execute()
  await insertRows(trx, kind, 'category_products', rows)
}

/** The picture of a product; undefined for a number that no product has. */
export function pictureOfSku(db: Database, sku: string) {
  return db.selectFrom('products').select('picture_id').where('sku', '=', sku).executeTakeFirst()
}

/** The article number of a product that has this picture; undefined where none has it any more. */
export async function skuOfPicture(db: Database, picture: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('products')
    .select('sku')
    .where('picture_id', '=', picture)
    .orderBy('sku')
    .limit(1)
    .executeTakeFirst()
  return row?.sku
}

/** The categories of the main menu, in its order. */
export async function menuIds(db: Queryable): Promise<string[]> {
  const rows = await db
    .selectFrom('categories')
    .select('id')
    .where('main_menu', '=', 1)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map((row) => row.id)
}
