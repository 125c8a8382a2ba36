import { sql } from 'kysely'
import type { CurrencyCode } from '../../../domain/money/currencies.ts'
import { insertReturning, insertRows, isOneOf, textList, textRows } from '../../platform/db/bulk.ts'
import type { DatabaseKind } from '../../platform/db/connect.ts'
import type { Database, DatabaseTransaction, NewRow, Row } from '../../platform/db/tables.ts'
import { queueStockNews } from '../../platform/webhooks/stock-news-queries.ts'

/** Tables whose rows belong to one product and are replaced when it changes. */
const partTables = [
  'product_texts',
  'product_pictures',
  'prices',
  'product_attributes',
  'part_numbers',
  'product_devices',
  'product_relations',
  'subscription_intervals',
  'category_products',
  'unlisted_categories',
  'product_sort_prices',
] as const

const productColumns = [
  'type',
  'sku',
  'parent_id',
  'position',
  'brand_id',
  'main_category_id',
  'picture_id',
  'group_id',
  'group_size',
  'discount_category',
  'vat_class',
  'weight_grams',
  'weight_assumed',
  'status',
  'notifyable',
  'decoration',
  'popularity',
  'sort_price',
  'free',
  'feed',
  'content_hash',
  'updated_at',
] as const satisfies readonly (keyof Row<'products'>)[]

export type KnownProduct = Pick<Row<'products'>, 'id' | 'content_hash' | 'published_at'>

export function knownProducts(db: Database, kind: DatabaseKind, ids: readonly string[]): Promise<KnownProduct[]> {
  return db
    .selectFrom('products')
    .select(['id', 'content_hash', 'published_at'])
    .where('id', 'in', textList(kind, ids))
    .execute()
}

/** Keeps the decoration that the operator set when a feed has none. */
const decorationKept = `case when excluded.decoration = '' then products.decoration else excluded.decoration end`

/**
 * Inserts products or overwrites all of their columns except `published_at` and `created_at`. With `areNew` none of
 * them is there.
 */
export function upsertProducts(
  db: Database,
  kind: DatabaseKind,
  rows: readonly NewRow<'products'>[],
  { areNew }: { areNew: boolean },
): Promise<void> {
  if (areNew && kind === 'postgres') return insertRows(db, kind, 'products', rows)
  const columns = productColumns
    .map((column) => `${column} = ${column === 'decoration' ? decorationKept : `excluded.${column}`}`)
    .join(', ')
  return insertRows(db, kind, 'products', rows, `on conflict (id) do update set ${columns}`)
}

/**
 * Sets the shop's own units and incoming stock; keeps reservations, and never sets on-hand below them. @returns the
 * rows as they are then.
 */
export async function upsertStock(
  trx: DatabaseTransaction,
  kind: DatabaseKind,
  rows: readonly NewRow<'stock'>[],
): Promise<Row<'stock'>[]> {
  const [written] = await Promise.all([
    insertReturning(
      trx,
      kind,
      'stock',
      rows,
      `on conflict (product_id) do update set incoming_at = excluded.incoming_at,
    on_hand = ${kind === 'sqlite' ? 'max' : 'greatest'}(stock.reserved, excluded.on_hand + coalesce(
      (select supplied.units from supplied_stock supplied where supplied.product_id = excluded.product_id), 0))
    returning product_id, on_hand, reserved, incoming_at`,
    ),
    queueStockNews(
      trx,
      rows.map((row) => row.product_id),
    ),
  ])
  return written
}

/** Stores the new content hash of products of which only the stock changed. */
export async function setContentHashes(
  db: Database,
  kind: DatabaseKind,
  hashes: readonly { id: string; content_hash: string }[],
  at: string,
): Promise<void> {
  const rows = textRows(
    kind,
    hashes.map(({ id, content_hash }) => [id, content_hash]),
  )
  await sql`update products set content_hash = stored.value ->> 1, updated_at = ${at}
    from ${rows} stored where products.id = stored.value ->> 0`.execute(db)
}

export async function deleteProductParts(db: Database, kind: DatabaseKind, ids: readonly string[]): Promise<void> {
  for (const table of partTables) await db.deleteFrom(table).where('product_id', 'in', textList(kind, ids)).execute()
  await db.deleteFrom('set_items').where('set_id', 'in', textList(kind, ids)).execute()
}

/** Takes the documents of products away, which not every writer of products knows; the files stay. */
export async function deleteDocuments(db: Database, kind: DatabaseKind, ids: readonly string[]): Promise<void> {
  await db.deleteFrom('product_documents').where('product_id', 'in', textList(kind, ids)).execute()
}

/** Takes files out of the list of unused ones, whose files are deleted: they are used again, or gone. */
export async function unmarkUnused(
  db: Database,
  kind: DatabaseKind,
  file: Row<'unused_files'>['kind'],
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  await db.deleteFrom('unused_files').where('kind', '=', file).where('id', 'in', textList(kind, ids)).execute()
}

/** Selects the lowest unit price in a currency of each product in a running campaign. */
export function runningCampaignPrices(
  db: Database,
  kind: DatabaseKind,
  ids: readonly string[],
  { currency, at }: { currency: CurrencyCode; at: string },
) {
  return db
    .selectFrom('campaign_prices')
    .innerJoin('campaigns', 'campaigns.id', 'campaign_prices.campaign_id')
    .select(({ fn }) => ['campaign_prices.product_id', fn.min('campaign_prices.amount').as('amount')])
    .where('campaign_prices.product_id', 'in', textList(kind, ids))
    .where('campaign_prices.currency', '=', currency)
    .where('campaign_prices.min_quantity', '<=', 1)
    .where('campaigns.starts_at', '<=', at)
    .where('campaigns.ends_at', '>', at)
    .where('campaign_prices.amount', '>', 0)
    .groupBy('campaign_prices.product_id')
    .execute()
}

export type OpenPrice = Pick<Row<'price_history'>, 'product_id' | 'currency' | 'amount'>

export function openHistory(db: Database, kind: DatabaseKind, ids: readonly string[]): Promise<OpenPrice[]> {
  return db
    .selectFrom('price_history')
    .select(['product_id', 'currency', 'amount'])
    .where(isOneOf(kind, 'product_id', ids))
    .where('valid_until', 'is', null)
    .execute()
}

export async function closeHistory(
  db: Database,
  kind: DatabaseKind,
  currency: CurrencyCode,
  ids: readonly string[],
  at: string,
): Promise<void> {
  await db
    .updateTable('price_history')
    .set({ valid_until: at })
    .where('currency', '=', currency)
    .where('valid_until', 'is', null)
    .where(isOneOf(kind, 'product_id', ids))
    .execute()
}

/** Opens history rows; one that began at the same moment is overwritten. */
export function openHistoryRows(
  db: Database,
  kind: DatabaseKind,
  rows: readonly NewRow<'price_history'>[],
): Promise<void> {
  return insertRows(
    db,
    kind,
    'price_history',
    rows,
    'on conflict (product_id, currency, valid_from) do update set amount = excluded.amount, valid_until = null',
  )
}

export function slugsOf(db: Database, kind: DatabaseKind, ids: readonly string[]) {
  return db
    .selectFrom('product_texts')
    .select(['product_id', 'language', 'slug'])
    .where('product_id', 'in', textList(kind, ids))
    .execute()
}

export function slugOwners(db: Database, kind: DatabaseKind, language: 'en' | 'sv', slugs: readonly string[]) {
  return db
    .selectFrom('product_texts')
    .select(['product_id', 'slug'])
    .where('language', '=', language)
    .where('slug', 'in', textList(kind, slugs))
    .execute()
}

/**
 * Redirects old addresses to new ones: updates earlier redirects to them, and deletes redirects from addresses in use.
 */
export async function redirect(db: Database, path: string, target: string): Promise<void> {
  await db.updateTable('redirects').set({ target }).where('target', '=', path).execute()
  await db.deleteFrom('redirects').where('path', '=', target).execute()
  await db
    .insertInto('redirects')
    .values({ path, target, status: 301 })
    .onConflict((conflict) => conflict.column('path').doUpdateSet({ target, status: 301 }))
    .execute()
}

export function categoryParents(db: Database) {
  return db.selectFrom('categories').select(['id', 'parent_id']).execute()
}

export async function listedIn(db: Database, kind: DatabaseKind, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('category_products')
    .select('category_id')
    .distinct()
    .where('product_id', 'in', textList(kind, ids))
    .execute()
  return rows.map((row) => row.category_id)
}

/**
 * Takes products out of the shop without deleting them; they keep their categories. Their content hashes are
 * forgotten, so that a feed which has them again publishes them.
 */
export async function hideProducts(
  db: Database,
  kind: DatabaseKind,
  ids: readonly string[],
  at: string,
): Promise<void> {
  await sql`update products set status = 'draft', content_hash = null, updated_at = ${at}
    where id in ${textList(kind, ids)}`.execute(db)
  await sql`insert into unlisted_categories (product_id, category_id)
    select product_id, category_id from category_products where direct = 1 and product_id in ${textList(kind, ids)}
    on conflict do nothing`.execute(db)
  await db.deleteFrom('category_products').where('product_id', 'in', textList(kind, ids)).execute()
}
