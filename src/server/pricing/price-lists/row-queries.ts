import { sql } from 'kysely'
import { insertRows, textList } from '../../platform/db/bulk.ts'
import { kindOf } from '../../platform/db/kind-of.ts'
import type { DatabaseTransaction, NewRow, Queryable, Row } from '../../platform/db/tables.ts'

export type StoredPrice = Pick<Row<'price_list_rows'>, 'product_id' | 'min_quantity' | 'amount'>
export type ChangedRow = Pick<Row<'price_list_changed_rows'>, 'product_id' | 'min_quantity' | 'before' | 'after'>
/** Where a page of rows begins. */
export type RowKey = { readonly product: string; readonly quantity: number }
/** The key to start with: it sorts before every row. */
export const firstRow: RowKey = { product: '', quantity: 0 }

/** The next rows of a list after a key, by product; `rowsId` is what the rows have in `list_id`. */
export async function rowsAfter(db: Queryable, rowsId: string, after: RowKey, limit: number): Promise<StoredPrice[]> {
  return db
    .selectFrom('price_list_rows')
    .select(['product_id', 'min_quantity', 'amount'])
    .where('list_id', '=', rowsId)
    .where((row) => row(row.refTuple('product_id', 'min_quantity'), '>', row.tuple(after.product, after.quantity)))
    .orderBy('product_id')
    .orderBy('min_quantity')
    .limit(limit)
    .execute()
}

/** The rows that a list has of some products. */
export async function rowsOfProducts(db: Queryable, rowsId: string, ids: readonly string[]): Promise<StoredPrice[]> {
  return db
    .selectFrom('price_list_rows')
    .select(['product_id', 'min_quantity', 'amount'])
    .where('list_id', '=', rowsId)
    .where('product_id', 'in', textList(kindOf(db), [...new Set(ids)]))
    .execute()
}

/** One page of the rows of a list with their articles, by product; of one article where `sku` is given. */
export async function shownPriceRows(
  db: Queryable,
  rowsId: string,
  { after, limit, sku }: { after: RowKey | undefined; limit: number; sku?: string | undefined },
) {
  let query = db
    .selectFrom('price_list_rows as r')
    .innerJoin('products as p', 'p.id', 'r.product_id')
    .select(['r.product_id', 'r.min_quantity', 'r.amount', 'p.sku', 'p.vat_class', 'p.status'])
    .where('r.list_id', '=', rowsId)
  if (sku) query = query.where('p.sku', 'in', [sku, sku.toUpperCase()])
  if (after)
    query = query.where((row) =>
      row(row.refTuple('r.product_id', 'r.min_quantity'), '>', row.tuple(after.product, after.quantity)),
    )
  return query.orderBy('r.product_id').orderBy('r.min_quantity').limit(limit).execute()
}
export type ShownPriceRow = Awaited<ReturnType<typeof shownPriceRows>>[number]

/** Notes what a change does to rows; `historyId` is what the noted rows have in `list_id`. */
export async function recordChangedRows(
  trx: DatabaseTransaction,
  { historyId, version }: { historyId: string; version: number },
  changed: readonly ChangedRow[],
): Promise<void> {
  const rows = changed.map(({ product_id, min_quantity, before, after }) => ({
    list_id: historyId,
    version,
    product_id,
    min_quantity,
    before,
    after,
  }))
  await insertRows(trx, kindOf(trx), 'price_list_changed_rows', rows)
}

/** Adds rows; those that are there get the other price. */
export async function putRows(trx: DatabaseTransaction, rowsId: string, rows: readonly StoredPrice[]): Promise<void> {
  const conflict = 'on conflict (list_id, product_id, min_quantity) do update set amount = excluded.amount'
  const put = rows.map(({ product_id, min_quantity, amount }) => ({
    list_id: rowsId,
    product_id,
    min_quantity,
    amount,
  }))
  await insertRows(trx, kindOf(trx), 'price_list_rows', put, conflict)
}

/** Deletes the rows that a change takes away, after it has been noted. */
export async function deleteTakenRows(
  trx: DatabaseTransaction,
  rowsId: string,
  { historyId, version }: { historyId: string; version: number },
): Promise<void> {
  await sql`delete from price_list_rows where list_id = ${rowsId} and (product_id, min_quantity) in (
    select product_id, min_quantity from price_list_changed_rows
    where list_id = ${historyId} and version = ${version} and after is null)`.execute(trx)
}

export async function insertChange(trx: DatabaseTransaction, change: NewRow<'price_list_changes'>): Promise<void> {
  await trx.insertInto('price_list_changes').values(change).execute()
}

/** The changes of a list's rows, newest first. */
export async function changesOfList(db: Queryable, id: string, limit: number) {
  return db
    .selectFrom('price_list_changes')
    .selectAll()
    .where('list_id', '=', id)
    .orderBy('version', 'desc')
    .limit(limit)
    .execute()
}

export async function changeOf(db: Queryable, id: string, version: number) {
  return db
    .selectFrom('price_list_changes')
    .select(['changed', 'rows_id'])
    .where('list_id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
}

/** The next rows of a change after a key, by product. */
export async function changedRowsAfter(
  db: Queryable,
  { historyId, version }: { historyId: string; version: number },
  after: RowKey,
  limit: number,
): Promise<ChangedRow[]> {
  return db
    .selectFrom('price_list_changed_rows')
    .select(['product_id', 'min_quantity', 'before', 'after'])
    .where('list_id', '=', historyId)
    .where('version', '=', version)
    .where((row) => row(row.refTuple('product_id', 'min_quantity'), '>', row.tuple(after.product, after.quantity)))
    .orderBy('product_id')
    .orderBy('min_quantity')
    .limit(limit)
    .execute()
}

/** The products of these that are there. */
export async function presentProducts(db: Queryable, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('products')
    .select('id')
    .where('id', 'in', textList(kindOf(db), [...new Set(ids)]))
    .execute()
  return new Set(rows.map((row) => row.id))
}
