import { wasConfirmed } from '../../../domain/orders/order-status.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { isCharged } from '../refunds/billing.ts'
import { isBilled } from '../orders/order-state.ts'
import { issueDocument } from '../documents/issue-document.ts'
import type { OrderRow } from '../orders/queries.ts'
import type { Shop } from '../shop.ts'
import type { CustomerRow } from '../../identity/customer-queries.ts'
import { anonymizeOrder, deletePerson, eraseBlockOf, ordersOfPerson } from './erase-queries.ts'
import { lockOrganization, type Membership } from '../../identity/organizations/organization-queries.ts'
import { deleteSessions, sessionIdsOf } from '../../identity/sessions/session-queries.ts'

/**
 * Erases an account and the customer's personal data, except what bookkeeping must keep for seven years (7 kap. 2 §
 * bokföringslagen): issued documents, and orders without their buyer. Returns false and changes nothing while orders
 * are in progress or an organization would lose its only administrator.
 */
export async function eraseCustomer(
  { db, now, log }: Pick<Shop, 'db' | 'now' | 'log'>,
  customer: CustomerRow,
  membership: Membership | undefined,
): Promise<boolean> {
  const isErased = await db.transaction().execute(async (trx) => {
    if (membership) await lockOrganization(trx, membership.id)
    const { orders, isLastAdmin } = await eraseBlockOf(trx, customer, membership)
    if (orders.length > 0 || isLastAdmin) return false
    for (const order of await ordersOfPerson(trx, customer)) {
      await issueReceipt(trx, order, now())
      await anonymizeOrder(trx, order)
    }
    await deleteSessions(trx, await sessionIdsOf(trx, customer.id))
    await deletePerson(trx, customer, now().toISOString())
    return true
  })
  if (isErased) log.info({ customer: customer.id }, 'an account was erased')
  return isErased
}

/** Issues the receipt of a paid order before its buyer is erased, because afterwards the buyer's data is gone. */
export async function issueReceipt(trx: DatabaseTransaction, order: OrderRow, now: Date): Promise<void> {
  if (wasConfirmed(order.status) && !isBilled(order) && (await isCharged(trx, order)))
    await issueDocument(trx, { order, kind: 'receipt', now })
}
