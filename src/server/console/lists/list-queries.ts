import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import type { ListCursor } from '../../../contracts/console/lists.ts'
import type { DatabaseKind } from '../../platform/db/connect.ts'
import type { NewRow, Queryable, Row } from '../../platform/db/tables.ts'

/** Rows are counted up to here; more are said to be more. */
export const countedRows = 10_000

export type Keys = { sort: string; id: string; isDescending: boolean; cursor: ListCursor | null; limit: number }

/**
 * One page of a sorted list by key: the database goes straight to the row that the page begins after, however far that
 * is. `sort` and `id` are columns of the query, `id` being unique; a null sorts before every value on both databases.
 * Returns up to `limit` rows in reading order.
 */
export async function pageByKey<DB, Table extends keyof DB, Selected>(
  query: SelectQueryBuilder<DB, Table, Selected>,
  { sort, id, isDescending, cursor, limit }: Keys,
): Promise<Selected[]> {
  const isBackward = cursor?.direction === 'before'
  const isFalling = isDescending !== isBackward
  const direction = sql.raw(isFalling ? 'desc' : 'asc')
  const [by, key] = [sql.ref(sort), sql.ref(id)]
  const order = sort === id ? sql`${key} ${direction}` : sql`${by} ${direction}, ${key} ${direction}`
  const beyond = cursor && (sort === id ? only(key, isFalling, cursor.id) : pair(by, key, isFalling, cursor))
  const rows = await (beyond ? query.where(beyond) : query).orderBy(order).limit(limit).execute()
  return isBackward ? rows.toReversed() : rows
}

type Ref = ReturnType<typeof sql.ref>

function only(key: Ref, isFalling: boolean, id: ListCursor['id']) {
  return isFalling ? sql<boolean>`${key} < ${id}` : sql<boolean>`${key} > ${id}`
}

function pair(by: Ref, key: Ref, isFalling: boolean, { value, id }: ListCursor) {
  return isFalling
    ? sql<boolean>`(${by}, ${key}) < (${value}, ${id})`
    : sql<boolean>`(${by}, ${key}) > (${value}, ${id})`
}

/**
 * Counts rows up to the bound, without reading the rest. The bound is written in the statement: for one that is sent
 * beside it PostgreSQL plans for a tenth of the rows, and reads all orders for a few of them.
 */
export async function countRows<DB, Table extends keyof DB, Selected>(
  db: Queryable,
  query: SelectQueryBuilder<DB, Table, Selected>,
): Promise<number> {
  const bounded = query
    .clearSelect()
    .select(sql`1`.as('one'))
    .limit(sql.lit(countedRows + 1))
  const { rows } = await sql<{ count: number }>`select count(*) as count from (${bounded}) as counted`.execute(db)
  return Number(rows[0]?.count ?? 0)
}

export async function viewsOf(db: Queryable, staffId: string, list: string): Promise<Row<'staff_views'>[]> {
  return db
    .selectFrom('staff_views')
    .selectAll()
    .where('staff_id', '=', staffId)
    .where('list', '=', list)
    .orderBy('name')
    .execute()
}

/** Keeps a view under its name; the same name again replaces it. */
export async function saveView(db: Queryable, view: NewRow<'staff_views'>): Promise<void> {
  await db
    .insertInto('staff_views')
    .values(view)
    .onConflict((conflict) => conflict.columns(['staff_id', 'list', 'name']).doUpdateSet({ query: view.query }))
    .execute()
}

export async function deleteView(db: Queryable, staffId: string, id: string): Promise<void> {
  await db.deleteFrom('staff_views').where('staff_id', '=', staffId).where('id', '=', id).execute()
}

/**
 * Whether a column, or an expression with an index of its own, begins with a text, byte by byte, so that the index
 * answers it on both databases.
 */
export function beginsWith(kind: DatabaseKind, column: RawBuilder<unknown>, text: string) {
  const bytewise = sql.raw(kind === 'sqlite' ? '' : ' collate "C"')
  const end = `${text}\u{10ffff}`
  return sql<boolean>`(${column}${bytewise} >= ${text} and ${column}${bytewise} < ${end})`
}
