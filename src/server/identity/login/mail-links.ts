import { plusDays } from '../../../domain/subscriptions.ts'
import type { MailLinkPurpose } from '../../platform/db/tables/follow-up-tables.ts'
import { hashSecret, newSecret } from '../../platform/ids.ts'
import type { Shop } from '../shop.ts'
import { insertMailLink, mailLinkBy } from './mail-link-queries.ts'

/**
 * Days that each kind of link works: to confirm soon, to leave or to change something for as long as a mail is kept.
 */
const daysOf: Record<MailLinkPurpose, number> = { confirm_alert: 3, stop_alert: 730, stop_mail: 730, subscription: 730 }

export type MailLink = { purpose: MailLinkPurpose; subject: string }

/** A token for a mail, which alone has it: every mail gets one of its own. */
export async function newMailToken(
  { db, now }: Pick<Shop, 'db' | 'now'>,
  { purpose, subject }: MailLink,
): Promise<string> {
  const token = newSecret()
  await insertMailLink(db, {
    hash: hashSecret(token),
    purpose,
    subject,
    expires_at: plusDays(now().toISOString(), daysOf[purpose]),
  })
  return token
}

/** What a token is for; undefined for one that is unknown, expired or for something else. */
export async function readMailToken(
  { db, now }: Pick<Shop, 'db' | 'now'>,
  token: string,
  purposes: readonly MailLinkPurpose[],
): Promise<MailLink | undefined> {
  return mailLinkBy(db, hashSecret(token.slice(0, 200)), purposes, now().toISOString())
}
