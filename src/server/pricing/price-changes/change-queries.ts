import { sql } from 'kysely'
import { insertRows } from '../../platform/db/bulk.ts'
import { kindOf } from '../../platform/db/kind-of.ts'
import type { Database, DatabaseTransaction, NewRow, Queryable, Row } from '../../platform/db/tables.ts'
import type { PriceChangeState, PriceRowState } from '../../platform/db/tables/price-tables.ts'

export type PriceChange = Row<'price_changes'>
export type PriceChangeRow = Row<'price_change_rows'>

/** When a change was made that is being removed: before all others. */
export const removed = ''

export async function changeById(db: Queryable, id: string): Promise<PriceChange | undefined> {
  return db
    .selectFrom('price_changes')
    .selectAll()
    .where('id', '=', id)
    .where('created_at', '<>', removed)
    .executeTakeFirst()
}

export async function insertChange(trx: DatabaseTransaction, row: NewRow<'price_changes'>): Promise<void> {
  await trx.insertInto('price_changes').values(row).execute()
}

/** Reads a change after locking it: two people or processes who go on with it wait for each other. */
export async function lockChange(trx: DatabaseTransaction, id: string): Promise<PriceChange | undefined> {
  const query = trx.selectFrom('price_changes').selectAll().where('id', '=', id)
  return (kindOf(trx) === 'postgres' ? query.forUpdate() : query).executeTakeFirst()
}

/** Like `lockChange`, for a process that works at it; undefined while another one does. */
export async function takeChange(trx: DatabaseTransaction, id: string): Promise<PriceChange | undefined> {
  const query = trx.selectFrom('price_changes').selectAll().where('id', '=', id)
  return (kindOf(trx) === 'postgres' ? query.forUpdate().skipLocked() : query).executeTakeFirst()
}

export async function setChange(db: Queryable, id: string, columns: Partial<Omit<PriceChange, 'id'>>): Promise<void> {
  await db.updateTable('price_changes').set(columns).where('id', '=', id).execute()
}

/** The changes that the job has to work at, oldest first. */
export async function openChanges(db: Queryable, limit: number): Promise<PriceChange[]> {
  const states: PriceChangeState[] = ['preparing', 'running', 'undoing']
  return db.selectFrom('price_changes').selectAll().where('state', 'in', states).orderBy('id').limit(limit).execute()
}

/** How many changes of a person are being prepared, or looked at. */
export async function countDrafts(db: Queryable, staffId: string): Promise<number> {
  const { count } = await db
    .selectFrom('price_changes')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('staff_id', '=', staffId)
    .where('created_at', '<>', removed)
    .where('state', 'in', ['preparing', 'ready'])
    .executeTakeFirstOrThrow()
  return Number(count)
}

export function insertRowsOf(trx: DatabaseTransaction, rows: readonly PriceChangeRow[]): Promise<void> {
  return insertRows(trx, kindOf(trx), 'price_change_rows', rows)
}

/** The rows of a change after a position, in their order. */
export async function rowsAfter(db: Queryable, id: string, position: number, limit: number): Promise<PriceChangeRow[]> {
  return db
    .selectFrom('price_change_rows')
    .selectAll()
    .where('change_id', '=', id)
    .where('position', '>', position)
    .orderBy('position')
    .limit(limit)
    .execute()
}

/** The rows of a change up to a position, the last one first. */
export async function rowsUntil(db: Queryable, id: string, position: number, limit: number): Promise<PriceChangeRow[]> {
  return db
    .selectFrom('price_change_rows')
    .selectAll()
    .where('change_id', '=', id)
    .where('position', '<=', position)
    .orderBy('position', 'desc')
    .limit(limit)
    .execute()
}

export type RowEnd = { readonly position: number; readonly state: PriceRowState; readonly reason: string }

/** Stores how rows have ended. */
export async function endRows(trx: DatabaseTransaction, id: string, ends: readonly RowEnd[]): Promise<void> {
  for (const [, same] of Map.groupBy(ends, ({ state, reason }) => `${state} ${reason}`)) {
    const [first] = same
    if (!first) continue
    await trx
      .updateTable('price_change_rows')
      .set({ state: first.state, reason: first.reason })
      .where('change_id', '=', id)
      .where(
        'position',
        'in',
        same.map(({ position }) => position),
      )
      .execute()
  }
}

/** Rows of a change as people look at them. */
export type ShownRows = 'all' | 'changing' | 'raised' | 'lowered' | 'below_cost' | 'skipped' | 'refused'

/** One page of the rows of a change, by position. */
export async function shownRows(
  db: Queryable,
  id: string,
  { shown, after, limit }: { shown: ShownRows; after: number; limit: number },
): Promise<PriceChangeRow[]> {
  return rowsOfChange(db, id, shown)
    .selectAll()
    .where('position', '>', after)
    .orderBy('position')
    .limit(limit)
    .execute()
}

function rowsOfChange(db: Queryable, id: string, shown: ShownRows) {
  const rows = db.selectFrom('price_change_rows').where('change_id', '=', id)
  switch (shown) {
    case 'all':
      return rows
    case 'changing':
      return rows.where('state', '<>', 'skipped')
    case 'raised':
      return rows.where('state', '<>', 'skipped').where(sql<boolean>`after > before`)
    case 'lowered':
      return rows.where('state', '<>', 'skipped').where(sql<boolean>`after < before`)
    case 'below_cost':
      return rows.where('state', '<>', 'skipped').where(isBelowCost)
    case 'skipped':
      return rows.where('state', '=', 'skipped')
    case 'refused':
      return rows.where('state', 'in', ['refused', 'kept'])
  }
}

/** The price without VAT, as `exVat` rounds it, is below the cost. */
const isBelowCost = sql<boolean>`(cost is not null
  and (cast(after as bigint) * 20000 + 10000 + vat_rate) / (2 * (10000 + vat_rate)) < cost)`

export type ChangeSums = { raised: number; lowered: number; skipped: number; belowCost: number }

/** How many rows of a change raise a price, lower it, leave it alone, or end below the cost. */
export async function sumsOfChange(db: Queryable, id: string): Promise<ChangeSums> {
  const { rows } = await sql<Record<keyof ChangeSums, number | null>>`select
      sum(case when state <> 'skipped' and after > before then 1 else 0 end) as raised,
      sum(case when state <> 'skipped' and after < before then 1 else 0 end) as lowered,
      sum(case when state = 'skipped' then 1 else 0 end) as skipped,
      sum(case when state <> 'skipped' and ${isBelowCost} then 1 else 0 end) as "belowCost"
    from price_change_rows where change_id = ${id}`.execute(db)
  const [sums] = rows
  const of = (key: keyof ChangeSums) => Number(sums?.[key] ?? 0)
  return { raised: of('raised'), lowered: of('lowered'), skipped: of('skipped'), belowCost: of('belowCost') }
}

/** The products of a change whose rows are in a state, at most `most` of them. */
export async function productsIn(
  db: Queryable,
  id: string,
  states: readonly PriceRowState[],
  max: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('price_change_rows')
    .select('product_id')
    .where('change_id', '=', id)
    .where('state', 'in', states)
    .limit(max)
    .execute()
  return rows.map((row) => row.product_id)
}

/** The newest changes that have changed a product, or would. */
export async function changesOfProduct(db: Queryable, productId: string, limit: number) {
  return db
    .selectFrom('price_change_rows as r')
    .innerJoin('price_changes as c', 'c.id', 'r.change_id')
    .select(['c.id', 'c.created_at', 'c.actor', 'c.rule', 'c.ending', 'r.state', 'r.before', 'r.after'])
    .where('r.product_id', '=', productId)
    .where('r.state', 'not in', ['skipped', 'waiting'])
    .orderBy('r.change_id', 'desc')
    .limit(limit)
    .execute()
}

/** Deletes rows of a change, some at a time; then the change. Returns whether nothing is left of it. */
export async function deleteSome(db: Database, id: string, max: number): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const rows = await rowsAfter(trx, id, 0, max)
    const last = rows.at(-1)
    if (last) {
      await trx
        .deleteFrom('price_change_rows')
        .where('change_id', '=', id)
        .where('position', '<=', last.position)
        .execute()
      return false
    }
    await trx.deleteFrom('price_changes').where('id', '=', id).execute()
    return true
  })
}

/** Changes that were made before a moment and are not being worked at, oldest first. */
export async function changesBefore(db: Queryable, before: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('price_changes')
    .select('id')
    .where('created_at', '<', before)
    .where('state', 'in', ['ready', 'done', 'undone'])
    .orderBy('created_at')
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}
