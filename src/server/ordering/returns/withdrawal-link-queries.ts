import { requireMailed, whileMailed, type Mailed } from '../../identity/login/mailed-order-queries.ts'
import { orderColumns } from '../../platform/db/columns.ts'
import type { DatabaseTransaction, NewRow, Queryable } from '../../platform/db/tables.ts'

/** Writes a link that is mailed to the address of an order. Throws if that is another one by now. */
export async function insertWithdrawalLink(
  db: Queryable,
  order: Mailed,
  { hash, asked_at: askedAt, expires_at: expiresAt }: Omit<NewRow<'withdrawal_links'>, 'order_id' | 'spent_at'>,
): Promise<void> {
  const link = whileMailed(db, order).select(({ val, ref }) => [
    val(hash).as('hash'),
    ref('id').as('order_id'),
    val(askedAt).as('asked_at'),
    val(expiresAt).as('expires_at'),
  ])
  const columns = ['hash', 'order_id', 'asked_at', 'expires_at'] as const
  requireMailed(order, await db.insertInto('withdrawal_links').columns(columns).expression(link).executeTakeFirst())
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
