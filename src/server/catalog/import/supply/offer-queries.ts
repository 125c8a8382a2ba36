import { sql } from 'kysely'
import { insertRows, isOneOf, textList } from '../../../platform/db/bulk.ts'
import type { DatabaseKind } from '../../../platform/db/connect.ts'
import { kindOf } from '../../../platform/db/kind-of.ts'
import type { Database, DatabaseTransaction, NewRow, Queryable, Row } from '../../../platform/db/tables.ts'

export type StoredOffer = Row<'supplier_offers'>
export type SuppliedStock = Row<'supplied_stock'>

const offerColumns = [
  'product_id',
  'supplier',
  'number',
  'cost',
  'currency',
  'stock',
  'delivery_days',
  'is_priced',
  'changed_at',
] as const

/** Reads what all suppliers offer of products. */
export async function offersOf(db: Database, kind: DatabaseKind, ids: readonly string[]): Promise<StoredOffer[]> {
  // Most shops have none, and compare some hundred ids with nothing for every step of an import.
  if (!(await db.selectFrom('supplier_offers').select('supplier').limit(1).executeTakeFirst())) return []
  return db
    .selectFrom('supplier_offers')
    .select(offerColumns)
    .where(isOneOf(kind, 'product_id', ids))
    .orderBy('product_id')
    .orderBy('supplier')
    .execute()
}

export async function suppliedStockOf(
  db: Database,
  kind: DatabaseKind,
  ids: readonly string[],
): Promise<SuppliedStock[]> {
  if (!(await db.selectFrom('supplied_stock').select('supplier').limit(1).executeTakeFirst())) return []
  return db
    .selectFrom('supplied_stock')
    .selectAll()
    .where(isOneOf(kind, 'product_id', ids))
    .execute()
}

export function upsertOffers(
  trx: DatabaseTransaction,
  kind: DatabaseKind,
  rows: readonly NewRow<'supplier_offers'>[],
): Promise<void> {
  return insertRows(
    trx,
    kind,
    'supplier_offers',
    rows,
    `on conflict (product_id, supplier) do update set number = excluded.number, cost = excluded.cost,
      currency = excluded.currency, stock = excluded.stock, delivery_days = excluded.delivery_days,
      is_priced = excluded.is_priced, changed_at = excluded.changed_at`,
  )
}

export async function deleteOffers(trx: DatabaseTransaction, kind: DatabaseKind, ids: readonly string[]) {
  await trx.deleteFrom('supplier_offers').where('product_id', 'in', textList(kind, ids)).execute()
}

export async function deleteOffersOf(
  trx: DatabaseTransaction,
  kind: DatabaseKind,
  { supplier, ids }: { supplier: string; ids: readonly string[] },
): Promise<void> {
  await trx
    .deleteFrom('supplier_offers')
    .where('supplier', '=', supplier)
    .where('product_id', 'in', textList(kind, ids))
    .execute()
}

/** Says that a supplier has none of these products. */
export async function sellOutOffers(
  trx: DatabaseTransaction,
  kind: DatabaseKind,
  { supplier, ids, at }: { supplier: string; ids: readonly string[]; at: string },
): Promise<void> {
  await trx
    .updateTable('supplier_offers')
    .set({ stock: 0, changed_at: at })
    .where('supplier', '=', supplier)
    .where('product_id', 'in', textList(kind, ids))
    .execute()
}

export async function upsertSuppliedStock(
  trx: DatabaseTransaction,
  kind: DatabaseKind,
  rows: readonly SuppliedStock[],
): Promise<void> {
  await insertRows(
    trx,
    kind,
    'supplied_stock',
    rows,
    `on conflict (product_id) do update set supplier = excluded.supplier, units = excluded.units, days = excluded.days`,
  )
}

/** Forgets that suppliers' units are sold. */
export async function deleteSuppliedStock(trx: DatabaseTransaction, kind: DatabaseKind, ids: readonly string[]) {
  await trx.deleteFrom('supplied_stock').where('product_id', 'in', textList(kind, ids)).execute()
}

export type StoredStock = Row<'stock'> & { units: number }

/** Reads the stock of products; `units` of it are a supplier's. */
export function stockOf(db: Database, kind: DatabaseKind, ids: readonly string[]): Promise<StoredStock[]> {
  return db
    .selectFrom('stock')
    .leftJoin('supplied_stock', 'supplied_stock.product_id', 'stock.product_id')
    .select(['stock.product_id', 'stock.on_hand', 'stock.reserved', 'stock.incoming_at'])
    .select(sql<number>`coalesce(supplied_stock.units, 0)`.as('units'))
    .where(isOneOf(kind, 'stock.product_id', ids))
    .execute()
}

/** Reads the stock of products, and on PostgreSQL keeps others from changing it until the transaction ends. */
export function lockedStock(
  trx: DatabaseTransaction,
  kind: DatabaseKind,
  ids: readonly string[],
): Promise<Row<'stock'>[]> {
  const rows = trx
    .selectFrom('stock')
    .select(['product_id', 'on_hand', 'reserved', 'incoming_at'])
    .where(isOneOf(kind, 'product_id', ids))
  return (kind === 'postgres' ? rows.orderBy('product_id').forUpdate() : rows).execute()
}

/** Reads some of the products that a supplier offers. */
export async function productsOfSupplier(db: Queryable, supplier: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('supplier_offers')
    .select('product_id')
    .where('supplier', '=', supplier)
    .orderBy('product_id')
    .limit(limit)
    .execute()
  return rows.map((row) => row.product_id)
}

/** Reads the products of which a supplier has units in the order of their ids, beginning after `after`. */
export function skusOfSupplier(db: Queryable, supplier: string, after: string, limit: number) {
  return db
    .selectFrom('supplier_offers as offer')
    .innerJoin('products', 'products.id', 'offer.product_id')
    .select(['products.id', 'products.sku'])
    .where('offer.supplier', '=', supplier)
    .where('offer.stock', '>', 0)
    .where('offer.product_id', '>', after)
    .orderBy('offer.product_id')
    .limit(limit)
    .execute()
}

/** Reads what suppliers offer of the product with an article number, and which of them is sold. */
export function offersOfSku(db: Queryable, sku: string) {
  return db
    .selectFrom('supplier_offers as offer')
    .innerJoin('products', 'products.id', 'offer.product_id')
    .leftJoin('supplied_stock as supplied', 'supplied.product_id', 'offer.product_id')
    .select(['offer.supplier', 'offer.number', 'offer.cost', 'offer.currency', 'offer.stock', 'offer.delivery_days'])
    .select(['offer.is_priced', 'offer.changed_at', 'supplied.supplier as sold'])
    .where('products.sku', '=', sku)
    .orderBy('offer.supplier')
    .execute()
}

/** Reads how many units of its own the shop has of a product. */
export async function ownUnitsOf(db: Queryable, sku: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('products')
    .leftJoin('stock', 'stock.product_id', 'products.id')
    .leftJoin('supplied_stock as supplied', 'supplied.product_id', 'products.id')
    .select(['stock.on_hand', 'supplied.units'])
    .where('products.sku', '=', sku)
    .executeTakeFirst()
  return row && (row.on_hand ?? 0) - (row.units ?? 0)
}

/** Reads of which of these products a supplier has units. */
export async function offersWithStock(
  db: Queryable,
  kind: DatabaseKind,
  supplier: string,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('supplier_offers')
    .select('product_id')
    .where('supplier', '=', supplier)
    .where('stock', '>', 0)
    .where('product_id', 'in', textList(kind, ids))
    .execute()
  return rows.map((row) => row.product_id)
}

/** Which of these products have a price that follows from a supplier's cost. */
export async function pricedByCost(db: Queryable, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('supplier_offers')
    .select('product_id')
    .where('is_priced', '=', 1)
    .where('product_id', 'in', textList(kindOf(db), ids))
    .execute()
  return new Set(rows.map((row) => row.product_id))
}
