import { sql } from 'kysely'
import { insertRows, textList } from '../../platform/db/bulk.ts'
import { kindOf } from '../../platform/db/kind-of.ts'
import type { DatabaseTransaction, NewRow, Queryable, Row } from '../../platform/db/tables.ts'

export type StoredPrice = Pick<Row<'price_list_rows'>, 'product_id' | 'min_quantity' | 'amount'>
export type ChangedRow = Pick<Row<'price_list_changed_rows'>, 'product_id' | 'min_quantity' | 'before' | 'after'>
/** Where a page of rows begins. */
export type RowKey = { readonly product: string; readonly quantity: number }

/** All rows of a list. */
export async function rowsOfList(db: Queryable, id: string): Promise<StoredPrice[]> {
  return db
    .selectFrom('price_list_rows')
    .select(['product_id', 'min_quantity', 'amount'])
    .where('list_id', '=', id)
    .execute()
}

/** One page of the rows of a list with their articles, by product; of one article where `sku` is given. */
export async function shownPriceRows(
  db: Queryable,
  id: string,
  { after, limit, sku }: { after: RowKey | undefined; limit: number; sku?: string | undefined },
) {
  let query = db
    .selectFrom('price_list_rows as r')
    .innerJoin('products as p', 'p.id', 'r.product_id')
    .select(['r.product_id', 'r.min_quantity', 'r.amount', 'p.sku', 'p.vat_class', 'p.status'])
    .where('r.list_id', '=', id)
  if (sku) query = query.where('p.sku', 'in', [sku, sku.toUpperCase()])
  if (after)
    query = query.where((row) =>
      row(row.refTuple('r.product_id', 'r.min_quantity'), '>', row.tuple(after.product, after.quantity)),
    )
  return query.orderBy('r.product_id').orderBy('r.min_quantity').limit(limit).execute()
}
export type ShownPriceRow = Awaited<ReturnType<typeof shownPriceRows>>[number]

/** Writes what a change does to the rows of a list, and notes it. */
export async function writeChangedRows(
  trx: DatabaseTransaction,
  { id, version }: { id: string; version: number },
  changed: readonly ChangedRow[],
): Promise<void> {
  const kind = kindOf(trx)
  await insertRows(
    trx,
    kind,
    'price_list_changed_rows',
    changed.map(({ product_id, min_quantity, before, after }) => ({
      list_id: id,
      version,
      product_id,
      min_quantity,
      before,
      after,
    })),
  )
  const set = changed.flatMap(({ product_id, min_quantity, after }): NewRow<'price_list_rows'>[] =>
    after === null ? [] : [{ list_id: id, product_id, min_quantity, amount: after }],
  )
  const conflict = 'on conflict (list_id, product_id, min_quantity) do update set amount = excluded.amount'
  await insertRows(trx, kind, 'price_list_rows', set, conflict)
}

/** Deletes the rows that a change took away. */
export async function deleteTakenRows(trx: DatabaseTransaction, id: string, version: number): Promise<void> {
  await sql`delete from price_list_rows where list_id = ${id} and exists (
    select 1 from price_list_changed_rows c where c.list_id = ${id} and c.version = ${version}
      and c.after is null and c.product_id = price_list_rows.product_id
      and c.min_quantity = price_list_rows.min_quantity)`.execute(trx)
}

export async function countRowsOf(db: Queryable, id: string): Promise<number> {
  const { count } = await db
    .selectFrom('price_list_rows')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('list_id', '=', id)
    .executeTakeFirstOrThrow()
  return Number(count)
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

export async function changedRowsOf(db: Queryable, id: string, version: number): Promise<ChangedRow[]> {
  return db
    .selectFrom('price_list_changed_rows')
    .select(['product_id', 'min_quantity', 'before', 'after'])
    .where('list_id', '=', id)
    .where('version', '=', version)
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
