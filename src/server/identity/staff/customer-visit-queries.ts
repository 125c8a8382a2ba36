import type { DatabaseTransaction, NewRow, Queryable, Row } from '../../platform/db/tables.ts'

type VisitRow = Row<'customer_visits'>

export async function insertVisit(trx: DatabaseTransaction, row: NewRow<'customer_visits'>): Promise<void> {
  await trx.insertInto('customer_visits').values(row).execute()
}

/** A visit by the hash of its token or secret that is not over, with the staff member whose session it needs. */
export async function liveVisit(db: Queryable, hash: string, isOpen: 0 | 1, at: string) {
  return db
    .selectFrom('customer_visits as v')
    .innerJoin('staff_sessions as s', 's.hash', 'v.staff_session')
    .selectAll('v')
    .select('s.staff_id')
    .where('v.hash', '=', hash)
    .where('v.is_open', '=', isOpen)
    .where('v.expires_at', '>', at)
    .where('s.stage', '=', 'full')
    .where('s.expires_at', '>', at)
    .executeTakeFirst()
}

/** Opens a visit with a new secret; returns whether its token was still unused. */
export async function openVisit(
  db: Queryable,
  token: string,
  changes: Pick<VisitRow, 'hash' | 'expires_at'>,
): Promise<boolean> {
  const result = await db
    .updateTable('customer_visits')
    .set({ ...changes, is_open: 1 })
    .where('hash', '=', token)
    .where('is_open', '=', 0)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Ends a visit; returns whether this was the first to end it. */
export async function deleteVisit(trx: DatabaseTransaction, hash: string): Promise<boolean> {
  const result = await trx.deleteFrom('customer_visits').where('hash', '=', hash).executeTakeFirst()
  return result.numDeletedRows === 1n
}
