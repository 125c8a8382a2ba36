import { sql } from 'kysely'
import type { DatabaseTransaction, Queryable, Row } from '../../platform/db/tables.ts'

export type Leftover = Row<'price_list_leftovers'>

export async function recordLeftovers(trx: DatabaseTransaction, leftovers: readonly Leftover[]): Promise<void> {
  await trx
    .insertInto('price_list_leftovers')
    .values([...leftovers])
    .onConflict((conflict) =>
      conflict.columns(['rows_id', 'part']).doUpdateSet((row) => ({ since: row.ref('excluded.since') })),
    )
    .execute()
}

/** Takes rows into use that were being written; false if they are to be deleted by now. */
export async function claimLeftovers(trx: DatabaseTransaction, rowsId: string): Promise<boolean> {
  const taken = await trx
    .deleteFrom('price_list_leftovers')
    .where('rows_id', '=', rowsId)
    .where('since', '<>', '')
    .returning('part')
    .execute()
  return taken.length > 0
}

/** Tells that rows are still being written; false if they are to be deleted by now. */
export async function renewLeftovers(trx: DatabaseTransaction, rowsId: string, since: string): Promise<boolean> {
  const { numUpdatedRows: kept } = await trx
    .updateTable('price_list_leftovers')
    .set({ since })
    .where('rows_id', '=', rowsId)
    .where('since', '<>', '')
    .executeTakeFirst()
  return kept > 0n
}

/** What is to be deleted: what was given up, and what began to be written before a moment. */
export async function leftoversBefore(db: Queryable, before: string): Promise<Leftover[]> {
  return db.selectFrom('price_list_leftovers').selectAll().where('since', '<', before).execute()
}

/** From now on nobody can take these rows into use; with `before`, those that began to be written before it. */
export async function giveUpLeftovers(db: Queryable, rowsId: string, before?: string): Promise<void> {
  const query = db.updateTable('price_list_leftovers').set({ since: '' }).where('rows_id', '=', rowsId)
  await (before === undefined ? query : query.where('since', '<', before)).execute()
}

/** Deletes some rows of a leftover; returns how many, 0 when none was left and the leftover is forgotten. */
export async function deleteLeftoverRows(db: Queryable, { rows_id: id, part }: Leftover, limit: number) {
  const some =
    part === 'rows'
      ? sql`delete from price_list_rows where list_id = ${id} and (product_id, min_quantity) in (
          select product_id, min_quantity from price_list_rows where list_id = ${id} limit ${limit})`
      : sql`delete from price_list_changed_rows where list_id = ${id} and (version, product_id, min_quantity) in (
          select version, product_id, min_quantity from price_list_changed_rows where list_id = ${id} limit ${limit})`
  const { numAffectedRows: deleted } = await some.execute(db)
  if (Number(deleted ?? 0) > 0) return Number(deleted)
  await db.deleteFrom('price_list_leftovers').where('rows_id', '=', id).where('part', '=', part).execute()
  if (part === 'rows') await db.deleteFrom('removed_price_lists').where('rows_id', '=', id).execute()
  return 0
}
