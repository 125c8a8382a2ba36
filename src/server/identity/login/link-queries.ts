import type { DatabaseTransaction, NewRow, Queryable, Row } from '../../platform/db/tables.ts'

export type LinkRow = Row<'login_links'>

export async function insertLink(db: Queryable, link: NewRow<'login_links'>): Promise<void> {
  await db.insertInto('login_links').values(link).execute()
}

/** A link that has been used by nobody and has not expired. */
export async function liveLink(db: Queryable, hash: string, at: string): Promise<LinkRow | undefined> {
  return db
    .selectFrom('login_links')
    .selectAll()
    .where('hash', '=', hash)
    .where('spent_at', 'is', null)
    .where('expires_at', '>', at)
    .executeTakeFirst()
}

/** Uses a link up; tells whether it still could be used. */
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
 * What was mailed for an account earlier opens nothing any more, but the old address can still stop a change: whoever
 * took an account over must not lose that link for its owner. `stopsFrom` takes these links too, from that expiry on.
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

export async function insertOrderLink(db: Queryable, link: NewRow<'order_links'>): Promise<void> {
  await db.insertInto('order_links').values(link).execute()
}

/** The order that a mailed link leads to, at a moment. */
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
