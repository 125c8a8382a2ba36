import { addDaysToMoment } from '../../../domain/orders/subscriptions.ts'
import type { MailLinkPurpose } from '../../platform/db/tables/follow-up-tables.ts'
import { hashSecret, newSecret } from '../../platform/ids.ts'
import type { Shop } from '../shop.ts'
import { insertMailLink, insertPaymentLink, mailLinkBy } from './mail-link-queries.ts'
import type { Mailed } from './mailed-order-queries.ts'

/**
 * Days that each kind of link is valid: confirmations for a short time, unsubscribe and subscription links as long as
 * people keep a mail, links to pay as long as those to an order.
 */
const daysOf: Record<MailLinkPurpose, number> = {
  confirm_alert: 3,
  stop_alert: 730,
  stop_mail: 730,
  subscription: 730,
  quote: 14,
  payment: 180,
}

export type MailLink = { purpose: MailLinkPurpose; subject: string }

/** Creates a token for one mail; only its hash is stored. `expiresAt` replaces the usual end of its kind. */
export async function newMailToken(
  { db, now }: Pick<Shop, 'db' | 'now'>,
  { purpose, subject }: MailLink,
  expiresAt = addDaysToMoment(now().toISOString(), daysOf[purpose]),
): Promise<string> {
  const token = newSecret()
  await insertMailLink(db, {
    hash: hashSecret(token),
    purpose,
    subject,
    expires_at: expiresAt,
  })
  return token
}

/** Creates a token to pay an order, for a mail to its address. Throws if that has changed since the order was read. */
export async function newPaymentToken({ db, now }: Pick<Shop, 'db' | 'now'>, order: Mailed): Promise<string> {
  const token = newSecret()
  const expiresAt = addDaysToMoment(now().toISOString(), daysOf.payment)
  await insertPaymentLink(db, order, { hash: hashSecret(token), expires_at: expiresAt })
  return token
}

/** Reads what a token is for; undefined when it is unknown, expired or for another purpose. */
export async function readMailToken(
  { db, now }: Pick<Shop, 'db' | 'now'>,
  token: string,
  purposes: readonly MailLinkPurpose[],
): Promise<MailLink | undefined> {
  return mailLinkBy(db, hashSecret(token.slice(0, 200)), purposes, now().toISOString())
}
