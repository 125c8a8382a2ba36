import type { CustomerRow } from '../../identity/customer-queries.ts'
import { lockOrdering } from '../../identity/lock-ordering-queries.ts'
import { lockOrganization, type Membership } from '../../identity/organizations/organization-queries.ts'
import { deleteSessions, sessionIdsOf } from '../../identity/sessions/session-queries.ts'
import type { Shop } from '../shop.ts'
import { anonymizeOrder, eraseSent } from './anonymize-queries.ts'
import { eraseLoneOrganization } from './erase-organization-queries.ts'
import { deletePerson, eraseBlockOf, ordersOfPerson } from './erase-queries.ts'
import { issueReceipt } from './issue-receipt.ts'

/**
 * Erases an account and the customer's personal data, except what bookkeeping must keep for seven years (7 kap. 2 §
 * bokföringslagen): issued documents, and orders without their buyer. Returns false and changes nothing while orders
 * are in progress, an organization would lose its only administrator, or the account was merged into another one.
 */
export async function eraseCustomer(
  { db, now, log }: Pick<Shop, 'db' | 'now' | 'log'>,
  customer: CustomerRow,
  membership: Membership | undefined,
): Promise<boolean> {
  const isErased = await db.transaction().execute(async (trx) => {
    // In this order, as who places an order on invoice locks cart, account and organization.
    if ((await lockOrdering(trx, [customer.id])).length === 0) return false
    if (membership) await lockOrganization(trx, membership.id)
    const { orders, isLastAdmin } = await eraseBlockOf(trx, customer, membership)
    if (orders.length > 0 || isLastAdmin) return false
    for (const order of await ordersOfPerson(trx, customer)) {
      await issueReceipt(trx, order, now())
      await anonymizeOrder(trx, order, customer)
      await eraseSent(trx, order)
    }
    await deleteSessions(trx, await sessionIdsOf(trx, customer.id))
    if (membership) await eraseLoneOrganization(trx, membership, customer, now())
    await deletePerson(trx, customer, now().toISOString())
    return true
  })
  if (isErased) log.info({ customer: customer.id }, 'an account was erased')
  return isErased
}
