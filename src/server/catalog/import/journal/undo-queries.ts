import { sql } from 'kysely'
import { textList, textRows } from '../../../platform/db/bulk.ts'
import type { DatabaseKind } from '../../../platform/db/connect.ts'
import type { Database, DatabaseTransaction, Queryable } from '../../../platform/db/tables.ts'
import { deleteDocuments, deleteProductParts } from '../../maintenance/write-queries.ts'

export type ProductNow = { id: string; sku: string; updated_at: string; on_hand: number | null }

/** Reads which of these products exist, when they were changed, and how many units of its own the shop has. */
export function productsNow(db: Database, kind: DatabaseKind, ids: readonly string[]): Promise<ProductNow[]> {
  return db
    .selectFrom('products')
    .leftJoin('stock', 'stock.product_id', 'products.id')
    .leftJoin('supplied_stock', 'supplied_stock.product_id', 'products.id')
    .select(['products.id', 'products.sku', 'products.updated_at'])
    .select(sql<number | null>`stock.on_hand - coalesce(supplied_stock.units, 0)`.as('on_hand'))
    .where('products.id', 'in', textList(kind, ids))
    .execute()
}

/** Reads when products were changed last, and by which import, by their article numbers. */
export async function lastChangesOf(db: Queryable, skus: readonly string[]) {
  return db
    .selectFrom('products as p')
    .leftJoin('catalog_imports as c', (join) =>
      join.on('c.number', '=', (row) =>
        row
          .selectFrom('catalog_imports as last')
          .select(({ fn }) => fn.max('last.number').as('number'))
          .whereRef('last.changed_at', '=', 'p.updated_at'),
      ),
    )
    .select(['p.id', 'p.sku', 'p.updated_at as at', 'c.title', 'c.run'])
    .where('p.sku', 'in', skus)
    .orderBy('p.sku')
    .execute()
}

/** Reads what the files of uploads are called, by the number of their import. */
export async function uploadNames(db: Queryable, runs: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (runs.length === 0) return new Map()
  const rows = await db
    .selectFrom('import_runs')
    .select(['run', 'file'])
    .where('run', 'in', runs)
    .where('origin', '=', 'upload')
    .execute()
  return new Map(rows.flatMap(({ run, file }) => (run === null ? [] : [[run, file] as const])))
}

/** Reads who the log names for a product between two times, the earliest entry first. */
export async function actorsOf(db: Queryable, productId: string, { from, to }: { from: string; to: string }) {
  return db
    .selectFrom('audit_log')
    .select(['actor', 'at'])
    .where('subject_kind', '=', 'product')
    .where('subject_id', '=', productId)
    .where('at', '>=', from)
    .where('at', '<=', to)
    .orderBy('seq')
    .execute()
}

/** Tables whose rows refer to a product that has been bought, wanted or arranged by people. */
const referring = [
  'order_lines',
  'stock_reservations',
  'quote_lines',
  'subscriptions',
  'stock_alerts',
  'part_list_lines',
  'part_request_lines',
  'set_items',
  'deals',
  'product_tag_products',
] as const

/** Reads which of these products something else in the shop refers to. */
export async function productsInUse(
  db: Database,
  kind: DatabaseKind,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const used = new Set<string>()
  for (const table of referring) {
    const { rows } = await sql<{ id: string }>`select distinct product_id as id from ${sql.table(table)}
      where product_id in ${textList(kind, ids)}`.execute(db)
    for (const { id } of rows) used.add(id)
  }
  for (const { product_id: id } of await inOtherCampaigns(db, kind, ids)) used.add(id)
  return used
}

/** Campaigns that came with a feed go with its products. */
function inOtherCampaigns(db: Database, kind: DatabaseKind, ids: readonly string[]) {
  return db
    .selectFrom('campaign_prices')
    .select('product_id')
    .distinct()
    .where('product_id', 'in', textList(kind, ids))
    .where('campaign_id', 'not like', 'feed-%')
    .execute()
}

/** Tables of stock, prices and sources with rows of one product, which saving a product does not replace. */
const stockTables = [
  'stock',
  'stock_levels',
  'stock_shelves',
  'supplied_stock',
  'supplier_offers',
  'price_history',
  'source_products',
] as const

/** Deletes products with all of their rows; what is in the search index is not. */
export async function deleteProducts(trx: DatabaseTransaction, kind: DatabaseKind, ids: readonly string[]) {
  await deleteProductParts(trx, kind, ids)
  await deleteDocuments(trx, kind, ids)
  await deleteAgreedPrices(trx, kind, ids)
  for (const table of stockTables) await trx.deleteFrom(table).where('product_id', 'in', textList(kind, ids)).execute()
  await trx.deleteFrom('products').where('id', 'in', textList(kind, ids)).execute()
}

/** Forgets which products an import was the first to find in the file of its source. */
export async function forgetSourceProducts(trx: DatabaseTransaction, run: number): Promise<void> {
  await trx.deleteFrom('source_products').where('run', '=', run).execute()
}

/** Deletes what was agreed for products, and counts the rows of those price lists again. */
async function deleteAgreedPrices(trx: DatabaseTransaction, kind: DatabaseKind, ids: readonly string[]) {
  const rows = await trx
    .deleteFrom('price_list_rows')
    .where('product_id', 'in', textList(kind, ids))
    .returning('list_id')
    .execute()
  for (const [list, gone] of Map.groupBy(rows, (row) => row.list_id))
    await trx
      .updateTable('price_lists')
      .set((row) => ({ row_count: row('row_count', '-', gone.length), version: row('version', '+', 1) }))
      .where((row) => row.or([row('rows_id', '=', list), row.and([row('id', '=', list), row('rows_id', 'is', null)])]))
      .execute()
}

export async function categoryIds(db: DatabaseTransaction): Promise<Set<string>> {
  return new Set((await db.selectFrom('categories').select('id').execute()).map(({ id }) => id))
}

/** The categories that are gone, each with the one that it was merged into. */
export async function mergedCategories(db: DatabaseTransaction): Promise<Map<string, string>> {
  const rows = await db.selectFrom('category_merges').selectAll().execute()
  return new Map(rows.map((row) => [row.category_id, row.into_id]))
}

export type Mark = { id: string; contentHash: string | null; updatedAt: string; decoration?: string }

/** Stores content hashes, decorations and times of change as they were, so that earlier imports can be undone, too. */
export async function restoreMarks(trx: DatabaseTransaction, kind: DatabaseKind, marks: readonly Mark[]) {
  const rows = textRows(
    kind,
    marks.map(({ id, contentHash, updatedAt, decoration = null }) => [id, contentHash, updatedAt, decoration]),
  )
  await sql`update products set content_hash = stored.value ->> 1, updated_at = stored.value ->> 2,
      decoration = coalesce(stored.value ->> 3, products.decoration)
    from ${rows} stored where products.id = stored.value ->> 0`.execute(trx)
}

/**
 * Deletes a category that has neither products nor subcategories; call it for the deepest first. One that somebody has
 * put into the menu (its position is below zero then), linked elsewhere or given facts or fits is kept; returns its
 * path.
 */
export async function deleteEmptyCategory(trx: DatabaseTransaction, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ path: string | null; chosen: number }>`select
      (select path from category_texts where category_id = ${id} and language = 'en') as path,
      case when (main_menu = 1 and position < 0) or uri is not null
        or exists (select 1 from category_facts where category_id = ${id})
        or exists (select 1 from category_fit_attributes where category_id = ${id}) then 1 else 0 end as chosen
    from categories where id = ${id}
      and not exists (select 1 from category_products where category_id = ${id})
      and not exists (select 1 from products where main_category_id = ${id})
      and not exists (select 1 from unlisted_categories where category_id = ${id})
      and not exists (select 1 from categories child where child.parent_id = ${id})`.execute(trx)
  const [found] = rows
  if (!found) return undefined
  if (Number(found.chosen) === 1) return found.path ?? id
  await trx.deleteFrom('category_former_paths').where('category_id', '=', id).execute()
  await trx.deleteFrom('category_texts').where('category_id', '=', id).execute()
  await trx.deleteFrom('categories').where('id', '=', id).execute()
  return undefined
}

/** Deletes brands and attributes, of these, that no product has. */
export async function deleteUnused(
  trx: DatabaseTransaction,
  kind: DatabaseKind,
  { brands, attributes }: { brands: readonly string[]; attributes: readonly string[] },
): Promise<void> {
  await sql`delete from brands where id in ${textList(kind, brands)}
    and not exists (select 1 from products where brand_id = brands.id)`.execute(trx)
  const unused = sql<string>`(select id from attributes where id in ${textList(kind, attributes)}
    and not exists (select 1 from product_attributes where attribute_id = attributes.id))`
  for (const table of ['attribute_value_texts', 'attribute_texts'] as const)
    await trx.deleteFrom(table).where('attribute_id', 'in', unused).execute()
  await trx.deleteFrom('attributes').where('id', 'in', unused).execute()
}

/** Deletes the text of an attribute's value. */
export async function deleteLabel(
  trx: DatabaseTransaction,
  { attribute_id: attribute, value, language }: { attribute_id: string; value: string; language: 'en' | 'sv' },
): Promise<void> {
  await trx
    .deleteFrom('attribute_value_texts')
    .where('attribute_id', '=', attribute)
    .where('value', '=', value)
    .where('language', '=', language)
    .execute()
}
