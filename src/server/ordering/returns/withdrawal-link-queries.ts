import { orderColumns } from '../../platform/db/columns.ts'
import type { DatabaseTransaction, NewRow, Queryable } from '../../platform/db/tables.ts'

export async function insertWithdrawalLink(db: Queryable, link: NewRow<'withdrawal_links'>): Promise<void> {
  await db.insertInto('withdrawal_links').values(link).execute()
}

/** Reads a link that is unused and has not expired. */
export async function liveWithdrawalLink(db: Queryable, hash: string, at: string) {
  return db
    .selectFrom('withdrawal_links')
    .select(['order_id', 'asked_at'])
    .where('hash', '=', hash)
    .where('spent_at', 'is', null)
    .where('expires_at', '>', at)
    .executeTakeFirst()
}

/** Reads the order that a link is for. */
export async function linkedOrder(db: Queryable, id: string) {
  return db.selectFrom('orders').select(orderColumns).where('id', '=', id).executeTakeFirst()
}

/** Marks a link as used; returns false if it was used or has expired. */
export async function spendWithdrawalLink(trx: DatabaseTransaction, hash: string, at: string): Promise<boolean> {
  const result = await trx
    .updateTable('withdrawal_links')
    .set({ spent_at: at })
    .where('hash', '=', hash)
    .where('spent_at', 'is', null)
    .where('expires_at', '>', at)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}
