import { hashSecret } from '../../platform/ids.ts'
import { customerByEmail, updateCustomer } from '../customer-queries.ts'
import { lockOrdering } from '../lock-ordering-queries.ts'
import { deleteSessions, sessionIdsOf } from '../sessions/session-queries.ts'
import type { Shop } from '../shop.ts'
import { deleteLinksOf, liveLink, spendLink } from './link-queries.ts'
import { moveSubscriptions } from './move-subscriptions-queries.ts'

/**
 * Reverts a change of address with the link mailed to the old address: restores the address, ends all sessions,
 * removes the password and invalidates later links, those of a later change included. Returns the address, or null for
 * an invalid link or when another account now has the address.
 */
export async function stopEmailChange(
  { db, now, log }: Pick<Shop, 'db' | 'now' | 'log'>,
  token: string,
): Promise<string | null> {
  const stopped = await db.transaction().execute(async (trx) => {
    const hash = hashSecret(token)
    const at = now().toISOString()
    const link = await liveLink(trx, hash, at)
    const [customer] = link?.purpose === 'email_stop' ? await lockOrdering(trx, [link.customer_id ?? '']) : []
    if (!link || !customer || !(await spendLink(trx, hash, at))) return null
    await deleteSessions(trx, await sessionIdsOf(trx, customer.id))
    await deleteLinksOf(trx, customer.id, link.expires_at)
    const holder = await customerByEmail(trx, link.email)
    if (holder && holder.id !== customer.id) return null
    await updateCustomer(trx, customer.id, { email: link.email, password_hash: null, verified_at: at })
    await moveSubscriptions(trx, { customerId: customer.id, from: customer.email, to: link.email })
    return { id: customer.id, email: link.email }
  })
  if (stopped)
    log.warn({ customer: stopped.id }, 'a change of address was stopped from the old address, everybody was signed out')
  return stopped?.email ?? null
}
