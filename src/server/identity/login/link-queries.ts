import type { DatabaseTransaction, NewRow, Queryable, Row } from '../../platform/db/tables.ts'
import { requireMailed, whileMailed, type Mailed } from './mailed-order-queries.ts'

export type LinkRow = Row<'login_links'>

export async function insertLink(db: Queryable, link: NewRow<'login_links'>): Promise<void> {
  await db.insertInto('login_links').values(link).execute()
}

/** Reads a link that is unused and has not expired. */
export async function liveLink(db: Queryable, hash: string, at: string): Promise<LinkRow | undefined> {
  return db
    .selectFrom('login_links')
    .selectAll()
    .where('hash', '=', hash)
    .where('spent_at', 'is', null)
    .where('expires_at', '>', at)
    .executeTakeFirst()
}

/** Marks a link as used; returns whether it was still valid. */
export async function spendLink(trx: DatabaseTransaction, hash: string, at: string): Promise<boolean> {
  const result = await trx
    .updateTable('login_links')
    .set({ spent_at: at })
    .where('hash', '=', hash)
    .where('spent_at', 'is', null)
    .where('expires_at', '>', at)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/**
 * Deletes an account's earlier links, except those with which the old address can cancel a change: whoever took an
 * account over must not be able to delete that link. With `stopsFrom`, those that expire from then on are deleted too.
 */
export async function deleteLinksOf(db: Queryable, customerId: string, stopsFrom?: string): Promise<void> {
  await db
    .deleteFrom('login_links')
    .where('customer_id', '=', customerId)
    .where((link) =>
      link.or([
        link('purpose', '!=', 'email_stop'),
        ...(stopsFrom === undefined ? [] : [link('expires_at', '>=', stopsFrom)]),
      ]),
    )
    .execute()
}

/** Writes a link that is mailed to the address of an order. Throws if that is another one by now. */
export async function insertOrderLink(
  db: Queryable,
  order: Mailed,
  { hash, expires_at: expiresAt }: Omit<NewRow<'order_links'>, 'order_id'>,
): Promise<void> {
  const link = whileMailed(db, order).select(({ val, ref }) => [
    val(hash).as('hash'),
    ref('id').as('order_id'),
    val(expiresAt).as('expires_at'),
  ])
  const columns = ['hash', 'order_id', 'expires_at'] as const
  requireMailed(order, await db.insertInto('order_links').columns(columns).expression(link).executeTakeFirst())
}

/** Reads the order of a mailed link that is valid at a moment. */
export async function orderOfLink(
  db: Queryable,
  hash: string,
  at: string,
): Promise<{ id: string; number: string } | undefined> {
  return db
    .selectFrom('order_links as l')
    .innerJoin('orders as o', 'o.id', 'l.order_id')
    .select(['o.id', 'o.number'])
    .where('l.hash', '=', hash)
    .where('l.expires_at', '>', at)
    .executeTakeFirst()
}

export async function deleteExpiredLinks(db: Queryable, at: string): Promise<void> {
  await db.deleteFrom('login_links').where('expires_at', '<=', at).execute()
  await db.deleteFrom('order_links').where('expires_at', '<=', at).execute()
  await db.deleteFrom('withdrawal_links').where('expires_at', '<=', at).execute()
}
