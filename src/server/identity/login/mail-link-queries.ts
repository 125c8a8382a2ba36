import type { NewRow, Queryable } from '../../platform/db/tables.ts'
import type { MailLinkPurpose } from '../../platform/db/tables/follow-up-tables.ts'
import { requireMailed, whileMailed, type Mailed } from './mailed-order-queries.ts'

export async function insertMailLink(db: Queryable, link: NewRow<'mail_links'>): Promise<void> {
  await db.insertInto('mail_links').values(link).execute()
}

/** Writes a link to pay an order, mailed to its address. Throws if that is another one by now. */
export async function insertPaymentLink(
  db: Queryable,
  order: Mailed,
  { hash, expires_at: expiresAt }: Pick<NewRow<'mail_links'>, 'hash' | 'expires_at'>,
): Promise<void> {
  const link = whileMailed(db, order).select(({ val, ref }) => [
    val(hash).as('hash'),
    val('payment').as('purpose'),
    ref('id').as('subject'),
    val(expiresAt).as('expires_at'),
  ])
  const columns = ['hash', 'purpose', 'subject', 'expires_at'] as const
  requireMailed(order, await db.insertInto('mail_links').columns(columns).expression(link).executeTakeFirst())
}

/** Reads the subject of a link that has not expired. */
export async function mailLinkBy(db: Queryable, hash: string, purposes: readonly MailLinkPurpose[], at: string) {
  return db
    .selectFrom('mail_links')
    .select(['purpose', 'subject'])
    .where('hash', '=', hash)
    .where('purpose', 'in', purposes)
    .where('expires_at', '>', at)
    .executeTakeFirst()
}

export async function deleteExpiredMailLinks(db: Queryable, at: string): Promise<void> {
  await db.deleteFrom('mail_links').where('expires_at', '<=', at).execute()
}
