import { hashSecret } from '../../platform/ids.ts'
import type { Shop } from '../shop.ts'
import { customerByEmail, customerById, updateCustomer } from '../customer-queries.ts'
import { deleteLinksOf, liveLink, spendLink } from './link-queries.ts'
import { deleteSessions, sessionIdsOf } from '../sessions/session-queries.ts'

/**
 * What the owner of an old address does with the link that was mailed there: the address is the account's again,
 * everybody is signed out, the password is gone and later links are useless, those of a later change included. Gives
 * the address, or null where the link opens nothing or another account has the address by now.
 */
export async function stopEmailChange(
  { db, now, log }: Pick<Shop, 'db' | 'now' | 'log'>,
  token: string,
): Promise<string | null> {
  const stopped = await db.transaction().execute(async (trx) => {
    const hash = hashSecret(token)
    const at = now().toISOString()
    const link = await liveLink(trx, hash, at)
    const customer = link?.purpose === 'email_stop' ? await customerById(trx, link.customer_id ?? '') : undefined
    if (!link || !customer || !(await spendLink(trx, hash, at))) return null
    await deleteSessions(trx, await sessionIdsOf(trx, customer.id))
    await deleteLinksOf(trx, customer.id, link.expires_at)
    const holder = await customerByEmail(trx, link.email)
    if (holder && holder.id !== customer.id) return null
    await updateCustomer(trx, customer.id, { email: link.email, password_hash: null, verified_at: at })
    return { id: customer.id, email: link.email }
  })
  if (stopped)
    log.warn({ customer: stopped.id }, 'a change of address was stopped from the old address, everybody was signed out')
  return stopped?.email ?? null
}
