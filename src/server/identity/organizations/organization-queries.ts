import { sql } from 'kysely'
import type { CurrencyCode } from '../../../domain/money/currencies.ts'
import type { Minor } from '../../../domain/money/money.ts'
import type { OrderStatus } from '../../../domain/orders/order-status.ts'
import type { OrganizationRole } from '../../../domain/visitors/scopes.ts'
import type { DatabaseTransaction, NewRow, Queryable, Row } from '../../platform/db/tables.ts'
import { mailboxOf } from '../../platform/http/mailbox.ts'
import { storeNameWords } from '../name-word-queries.ts'

export type OrganizationRow = Row<'organizations'>
export type Membership = OrganizationRow & { role: OrganizationRole }
export type InvitationRow = Row<'organization_invitations'>

/** Reads a customer's organization, with the customer's role in it. */
export async function membershipOf(db: Queryable, customerId: string | null): Promise<Membership | undefined> {
  if (customerId === null) return undefined
  return db
    .selectFrom('organization_members as m')
    .innerJoin('organizations as o', 'o.id', 'm.organization_id')
    .selectAll('o')
    .select('m.role')
    .where('m.customer_id', '=', customerId)
    .executeTakeFirst()
}

export async function membersOf(db: Queryable, organizationId: string) {
  return db
    .selectFrom('organization_members as m')
    .innerJoin('customers as c', 'c.id', 'm.customer_id')
    .select(['c.id', 'c.name', 'c.email', 'm.role'])
    .where('m.organization_id', '=', organizationId)
    .orderBy('c.name')
    .orderBy('c.id')
    .execute()
}

/** Reads and locks the organization until the transaction ends, which also protects its members and its debt. */
export async function lockOrganization(trx: DatabaseTransaction, id: string): Promise<OrganizationRow | undefined> {
  return trx
    .updateTable('organizations')
    .set((row) => ({ credit_limit: row.ref('credit_limit') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

export async function updateOrganization(db: Queryable, id: string, change: Partial<OrganizationRow>): Promise<void> {
  await db.updateTable('organizations').set(change).where('id', '=', id).execute()
  if (change.name !== undefined) await storeNameWords(db, 'organization', id, change.name)
}

export async function insertMember(trx: DatabaseTransaction, member: NewRow<'organization_members'>): Promise<void> {
  await trx.insertInto('organization_members').values(member).execute()
}

export async function setRole(
  trx: DatabaseTransaction,
  organizationId: string,
  customerId: string,
  role: OrganizationRole,
): Promise<void> {
  await trx
    .updateTable('organization_members')
    .set({ role })
    .where('organization_id', '=', organizationId)
    .where('customer_id', '=', customerId)
    .execute()
}

export async function deleteMember(
  trx: DatabaseTransaction,
  organizationId: string,
  customerId: string,
): Promise<void> {
  await trx
    .deleteFrom('organization_members')
    .where('organization_id', '=', organizationId)
    .where('customer_id', '=', customerId)
    .execute()
}

export async function invitationsOf(db: Queryable, organizationId: string, at: string): Promise<InvitationRow[]> {
  return db
    .selectFrom('organization_invitations')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('expires_at', '>', at)
    .orderBy('email')
    .execute()
}

/** Reads the invitations to an address, with the inviting organizations. */
export async function invitationsTo(db: Queryable, email: string, at: string) {
  return db
    .selectFrom('organization_invitations as i')
    .innerJoin('organizations as o', 'o.id', 'i.organization_id')
    .selectAll('i')
    .select('o.name as organization')
    .where('i.email', '=', email)
    .where('i.expires_at', '>', at)
    .orderBy('i.created_at')
    .execute()
}

export async function invitationById(db: Queryable, id: string) {
  return db
    .selectFrom('organization_invitations as i')
    .innerJoin('organizations as o', 'o.id', 'i.organization_id')
    .selectAll('i')
    .select(['o.name as organization', 'o.country'])
    .where('i.id', '=', id)
    .executeTakeFirst()
}

/** Writes an invitation; replaces an earlier one of the same organization to the same address. */
export async function putInvitation(trx: DatabaseTransaction, invitation: InvitationRow): Promise<void> {
  await trx
    .deleteFrom('organization_invitations')
    .where('organization_id', '=', invitation.organization_id)
    .where('email', '=', invitation.email)
    .execute()
  await trx.insertInto('organization_invitations').values(invitation).execute()
}

/** Deletes an invitation and returns it, if it existed. */
export async function deleteInvitation(
  trx: DatabaseTransaction,
  id: string,
  of: { email: string } | { organization_id: string },
): Promise<InvitationRow | undefined> {
  const named = trx.deleteFrom('organization_invitations').where('id', '=', id)
  const own =
    'email' in of ? named.where('email', '=', of.email) : named.where('organization_id', '=', of.organization_id)
  return own.returningAll().executeTakeFirst()
}

/** Orders with these statuses create no debt. */
const nothing: OrderStatus[] = ['failed', 'expired', 'cancelled']

/** Whose invoices are counted: an organization's, a customer's, or those of guests by mailbox or network. */
export type InvoiceOwner =
  | { organizationId: string }
  | { customerId: string }
  | { guestEmail: string }
  | { guestNetwork: string }

/** The conditions on null are written so that SQLite finds orders by their owner: null is in most of them. */
function invoicesOf(db: Queryable, owner: InvoiceOwner) {
  const orders = db
    .selectFrom('orders')
    .where('payment_method', '=', 'invoice')
    .where(sql<boolean>`coalesce(invoice_paid_at, '') = ''`)
  if ('organizationId' in owner) return orders.where('organization_id', '=', owner.organizationId)
  const personal = orders.where(sql<boolean>`coalesce(organization_id, '') = ''`)
  if ('customerId' in owner) return personal.where('customer_id', '=', owner.customerId)
  const guests = personal.where(sql<boolean>`coalesce(customer_id, '') = ''`)
  return 'guestEmail' in owner
    ? guests.where((row) =>
        row.or([row('mailbox', '=', mailboxOf(owner.guestEmail)), row('email', '=', owner.guestEmail)]),
      )
    : guests.where('network', '=', owner.guestNetwork).where('network', '<>', '')
}

/** What is left to pay of an order on invoice, less what was credited and paid in part; negative for a balance. */
const open = sql<number>`total - gift_card_total
    - coalesce((select sum(r.amount) from order_refunds r where r.order_id = orders.id), 0)
    - coalesce((select sum(p.amount) from invoice_payments p where p.order_id = orders.id), 0)`

/** Sums unpaid invoices by currency, minus what was credited and paid in part. */
export async function unpaidByCurrency(
  db: Queryable,
  owner: InvoiceOwner,
): Promise<{ currency: CurrencyCode; amount: Minor }[]> {
  const rows = await db
    .selectFrom(
      invoicesOf(db, owner)
        .select(['currency', open.as('open')])
        .where('status', 'not in', nothing)
        .as('unpaid'),
    )
    .select(['currency', (row) => row.fn.sum<number>('open').as('amount')])
    .where('open', '>', 0)
    .groupBy('currency')
    .orderBy('currency')
    .execute()
  return rows.map(({ currency, amount }) => ({ currency, amount: Number(amount) }))
}

export async function organizationById(db: Queryable, id: string): Promise<OrganizationRow | undefined> {
  return db.selectFrom('organizations').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Reads the invoices of an organization of which something is left to pay, oldest first. */
export async function openInvoicesOf(db: Queryable, organizationId: string) {
  const rows = await invoicesOf(db, { organizationId })
    .select(['id', 'number', 'placed_at', 'status', 'currency', open.as('open')])
    .where('invoice_paid_at', 'is', null)
    .where('status', 'not in', nothing)
    .where(open, '>', 0)
    .orderBy('placed_at')
    .limit(200)
    .execute()
  return rows.map((row) => ({ ...row, open: Number(row.open) }))
}

export async function discountsOfOrganization(db: Queryable, organizationId: string) {
  return db
    .selectFrom('personal_discounts')
    .select(['discount_category', 'percent'])
    .where('organization_id', '=', organizationId)
    .orderBy('discount_category')
    .execute()
}

export async function listOrganizations(db: Queryable): Promise<OrganizationRow[]> {
  return db.selectFrom('organizations').selectAll().orderBy('name').orderBy('id').execute()
}

export async function replaceOrganizationDiscounts(
  trx: DatabaseTransaction,
  organizationId: string,
  rows: readonly NewRow<'personal_discounts'>[],
): Promise<void> {
  await trx.deleteFrom('personal_discounts').where('organization_id', '=', organizationId).execute()
  if (rows.length > 0)
    await trx
      .insertInto('personal_discounts')
      .values([...rows])
      .execute()
}
