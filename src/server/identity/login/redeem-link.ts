import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import type { LinkPurpose } from '../../platform/db/tables/account-tables.ts'
import { ProblemError } from '../../platform/http/answers/problem.ts'
import { hashSecret, newId } from '../../platform/ids.ts'
import { addToOutbox } from '../../platform/outbox/queries.ts'
import { customerByEmail, customerById, insertCustomer, updateCustomer, type CustomerRow } from '../customer-queries.ts'
import { lockOrdering } from '../lock-ordering-queries.ts'
import { deleteSessions, sessionIdsOf } from '../sessions/session-queries.ts'
import { scopesOf } from '../sessions/session.ts'
import type { Shop } from '../shop.ts'
import { deleteLinksOf, liveLink, spendLink, type LinkRow } from './link-queries.ts'
import { moveSubscriptions } from './move-subscriptions-queries.ts'

export type RedeemedLink = { customerId: string; purpose: LinkPurpose }
/** The browser that uses a link: whether it requested the link, and the session it is signed in with. */
export type Redeemer = { isAsking: (link: LinkRow) => boolean; sessionId: string | undefined }

/**
 * Uses a link: creates or changes the account as the mail said, and returns its owner; null for an invalid link. A
 * link to a new address works only in the session that requested it: else 401 link_elsewhere, and the link stays
 * valid. Ends all sessions after a change of address, and after a login from another browser than the requesting one.
 */
export async function redeemLink(
  { db, now }: Pick<Shop, 'db' | 'now'>,
  token: string,
  redeemer: Redeemer,
): Promise<RedeemedLink | null> {
  return db.transaction().execute(async (trx) => {
    const hash = hashSecret(token)
    const at = now().toISOString()
    const link = await liveLink(trx, hash, at)
    if (!link || link.purpose === 'email_stop') return null
    if (link.purpose === 'email') await beginMove(trx, link, redeemer.sessionId)
    if (!(await spendLink(trx, hash, at))) return null
    const customer = link.purpose === 'email' ? await moveAddress(trx, link, now()) : await ownerOf(trx, link, now())
    if (!customer || (await scopesOf(trx, customer)).length === 0) return null
    if (link.purpose === 'email' || !redeemer.isAsking(link))
      await deleteSessions(trx, await sessionIdsOf(trx, customer.id))
    return { customerId: customer.id, purpose: link.purpose }
  })
}

/** Locks the account whose address changes; throws 401 link_elsewhere in a session that did not request it. */
async function beginMove(trx: DatabaseTransaction, link: LinkRow, sessionId: string | undefined): Promise<void> {
  if (!isAskingSession(link, sessionId)) throw new ProblemError(401, 'link_elsewhere')
  await lockOrdering(trx, [link.customer_id ?? ''])
}

/** Tells whether a session is the one that requested a new address. */
export function isAskingSession(
  { session_id: asking }: Pick<LinkRow, 'session_id'>,
  sessionId: string | undefined,
): boolean {
  return asking !== null && asking === sessionId
}

/**
 * Returns the account of the link's address, created if missing and marked as verified: using the link proves
 * ownership.
 */
async function ownerOf(trx: DatabaseTransaction, link: LinkRow, now: Date): Promise<CustomerRow | undefined> {
  const at = now.toISOString()
  if (link.purpose === 'register') {
    await insertCustomer(trx, {
      id: newId(now.getTime()),
      email: link.email,
      password_hash: null,
      name: link.name,
      phone: '',
      language: link.language,
      country: link.country,
      currency_id: link.currency_id,
      mail_consent: 0,
      verified_at: at,
      created_at: at,
    })
    return customerByEmail(trx, link.email)
  }
  const customer = await customerById(trx, link.customer_id ?? '')
  if (customer?.email !== link.email) return undefined
  if (customer.verified_at === null) await updateCustomer(trx, customer.id, { verified_at: at })
  return customer
}

/**
 * Changes the customer's address to the link's, with that of their subscriptions, unless another account has taken it,
 * and notifies the old address.
 */
async function moveAddress(trx: DatabaseTransaction, link: LinkRow, now: Date): Promise<CustomerRow | undefined> {
  const customer = await customerById(trx, link.customer_id ?? '')
  if (!customer || (await customerByEmail(trx, link.email))) return undefined
  await updateCustomer(trx, customer.id, { email: link.email, verified_at: now.toISOString() })
  await deleteLinksOf(trx, customer.id)
  await moveSubscriptions(trx, { customerId: customer.id, from: customer.email, to: link.email })
  const payload = { customerId: customer.id, email: customer.email, to: link.email, language: customer.language }
  await addToOutbox(trx, { kind: 'mail.email_changed', dedupeKey: `mail.email_changed:${link.hash}`, payload }, now)
  return { ...customer, email: link.email }
}
