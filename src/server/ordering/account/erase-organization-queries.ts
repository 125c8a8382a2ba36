import { isOfOnePerson } from '../../../domain/orders/company-numbers.ts'
import type { CustomerRow } from '../../identity/customer-queries.ts'
import { deleteNotesAbout } from '../../identity/customers/staff-note-queries.ts'
import { deleteNameWords } from '../../identity/name-word-queries.ts'
import { membersOf, type Membership } from '../../identity/organizations/organization-queries.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { anonymizeOrder, eraseSent } from './anonymize-queries.ts'
import { openOrderStatuses } from './erase-queries.ts'
import { issueReceipt } from './issue-receipt.ts'
import { owingOrders } from './owing-queries.ts'

/**
 * Erases the organization of somebody who trades alone with their only member, because its number and name are those of
 * a person: its orders keep sums and country. Companies stay, and so does one that has orders under way.
 */
export async function eraseLoneOrganization(
  trx: DatabaseTransaction,
  { id, organization_number: number }: Membership,
  customer: CustomerRow,
  now: Date,
): Promise<void> {
  if (!isOfOnePerson(number) || (await membersOf(trx, id)).some((member) => member.id !== customer.id)) return
  const orders = await trx.selectFrom('orders').selectAll().where('organization_id', '=', id).orderBy('seq').execute()
  const owing = await owingOrders(trx, orders)
  if (orders.some((order) => openOrderStatuses.has(order.status) || owing.has(order.id))) return
  for (const order of orders) {
    await issueReceipt(trx, order, now)
    await anonymizeOrder(trx, { ...order, organization_id: null }, customer)
    // The customer's own are done already; others are of somebody who has left the organization.
    if (order.email !== '') await eraseSent(trx, order)
  }
  for (const table of ['orders', 'quotes', 'part_lists'] as const)
    await trx.updateTable(table).set({ organization_id: null }).where('organization_id', '=', id).execute()
  for (const table of [
    'addresses',
    'personal_discounts',
    'organization_invitations',
    'organization_members',
    'coupons',
  ] as const)
    await trx.deleteFrom(table).where('organization_id', '=', id).execute()
  await trx.deleteFrom('price_list_buyers').where('kind', '=', 'organization').where('buyer_id', '=', id).execute()
  await deleteNotesAbout(trx, { kind: 'organization', id })
  await deleteNameWords(trx, 'organization', id)
  await trx.deleteFrom('organizations').where('id', '=', id).execute()
}
