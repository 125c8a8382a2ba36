import { sql } from 'kysely'
import { textList } from '../../../platform/db/bulk.ts'
import type { DatabaseKind } from '../../../platform/db/connect.ts'
import type { Database, DatabaseTransaction, Queryable, Row } from '../../../platform/db/tables.ts'

export type SuppliedProduct = Pick<Row<'products'>, 'id' | 'sku' | 'type' | 'vat_class' | 'main_category_id' | 'free'>

/** Reads what prices and stock of products depend on. */
export function suppliedProducts(db: Database, kind: DatabaseKind, ids: readonly string[]): Promise<SuppliedProduct[]> {
  return db
    .selectFrom('products')
    .select(['id', 'sku', 'type', 'vat_class', 'main_category_id', 'free'])
    .where('id', 'in', textList(kind, ids))
    .execute()
}

/** Notes that products were changed, so that an import before is not taken back over it. */
export async function touchProducts(
  trx: DatabaseTransaction,
  kind: DatabaseKind,
  ids: readonly string[],
  at: string,
): Promise<void> {
  await trx.updateTable('products').set({ updated_at: at }).where('id', 'in', textList(kind, ids)).execute()
}

/** Reads the ids of products that suppliers offer in their order, beginning after `after`. */
export async function offeredProducts(db: Queryable, after: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('supplier_offers')
    .select('product_id')
    .distinct()
    .where('product_id', '>', after)
    .orderBy('product_id')
    .limit(limit)
    .execute()
  return rows.map((row) => row.product_id)
}

/** Reads products of which only the shop's own units are sold and none is left, though a supplier has some. */
export async function soldOutOfOwn(db: Queryable, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select supplied.product_id as id from supplied_stock supplied
    join stock on stock.product_id = supplied.product_id
    where supplied.supplier = '' and stock.on_hand <= stock.reserved
      and exists (select 1 from supplier_offers offer where offer.product_id = supplied.product_id and offer.stock > 0)
    limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Reads what suppliers offer as a whole. */
export async function supplierTotals(db: Queryable) {
  const { rows } = await sql<{ supplier: string; offers: number; in_stock: number; sold: number; last: string }>`
    select offer.supplier, count(*) as offers, sum(case when offer.stock > 0 then 1 else 0 end) as in_stock,
      sum(case when supplied.supplier = offer.supplier then 1 else 0 end) as sold, max(offer.changed_at) as last
    from supplier_offers offer left join supplied_stock supplied on supplied.product_id = offer.product_id
    group by offer.supplier order by offer.supplier`.execute(db)
  return rows.map((row) => ({
    supplier: row.supplier,
    offers: Number(row.offers),
    inStock: Number(row.in_stock),
    sold: Number(row.sold),
    last: row.last,
  }))
}
