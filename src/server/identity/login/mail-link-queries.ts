import type { NewRow, Queryable } from '../../platform/db/tables.ts'
import type { MailLinkPurpose } from '../../platform/db/tables/follow-up-tables.ts'

export async function insertMailLink(db: Queryable, link: NewRow<'mail_links'>): Promise<void> {
  await db.insertInto('mail_links').values(link).execute()
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
