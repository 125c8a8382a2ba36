import { sql } from 'kysely'
import type { OrganizationRole } from '../../domain/visitors/scopes.ts'
import { kindOf } from '../platform/db/kind-of.ts'
import { lowerCase } from '../platform/db/statements/lower-case.ts'
import type { DatabaseTransaction, NewRow, Queryable, Row } from '../platform/db/tables.ts'
import { storeNameWords } from './name-word-queries.ts'

export type CustomerRow = Row<'customers'>

export async function customerById(db: Queryable, id: string): Promise<CustomerRow | undefined> {
  return db.selectFrom('customers').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Reads a customer by the normalized e-mail address (domain/visitors/passwords.ts). */
export async function customerByEmail(db: Queryable, email: string): Promise<CustomerRow | undefined> {
  return db.selectFrom('customers').selectAll().where('email', '=', email).executeTakeFirst()
}

/** Creates an account unless the address has one; returns whether it was created. */
export async function insertCustomer(db: Queryable, customer: NewRow<'customers'>): Promise<boolean> {
  const result = await db
    .insertInto('customers')
    .values(customer)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .executeTakeFirst()
  if (result.numInsertedOrUpdatedRows !== 1n) return false
  await storeNameWords(db, 'customer', customer.id, customer.name)
  return true
}

export async function updateCustomer(db: Queryable, id: string, change: Partial<CustomerRow>): Promise<void> {
  await db.updateTable('customers').set(change).where('id', '=', id).execute()
  if (change.name !== undefined) await storeNameWords(db, 'customer', id, change.name)
}

/** Reads and locks a customer until the transaction ends. */
export async function lockCustomer(trx: DatabaseTransaction, id: string): Promise<CustomerRow | undefined> {
  return trx
    .updateTable('customers')
    .set((row) => ({ created_at: row.ref('created_at') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

/**
 * Whether an account is there, and will be until the transaction ends: its erasure waits. Others may do this at the
 * same time.
 */
export async function holdCustomer(trx: DatabaseTransaction, id: string): Promise<boolean> {
  const query = trx.selectFrom('customers').select('id').where('id', '=', id)
  return (await (kindOf(trx) === 'postgres' ? query.forShare() : query).executeTakeFirst()) !== undefined
}

/** Reads a customer's roles in organizations. */
export async function rolesOf(db: Queryable, customerId: string): Promise<OrganizationRole[]> {
  const rows = await db
    .selectFrom('organization_members')
    .select('role')
    .distinct()
    .where('customer_id', '=', customerId)
    .orderBy('role')
    .execute()
  return rows.map(({ role }) => role)
}

export async function listCustomers(db: Queryable) {
  return db
    .selectFrom('customers as c')
    .leftJoin('organization_members as m', 'm.customer_id', 'c.id')
    .leftJoin('organizations as o', 'o.id', 'm.organization_id')
    .select([
      'c.id',
      'c.email',
      'c.name',
      'c.scopes',
      'c.verified_at',
      'c.created_at',
      'o.name as organization',
      'm.role',
    ])
    .orderBy('c.email')
    .execute()
}

export async function organizationBy(db: Queryable, number: string) {
  return db
    .selectFrom('organizations')
    .selectAll()
    .where((row) => row.or([row('id', '=', number), row('organization_number', '=', number)]))
    .executeTakeFirst()
}

/** The organization with a number or id, or the only one with a name, in any letter case. */
export async function organizationNamed(db: Queryable, text: string) {
  const numbered = await organizationBy(db, text)
  if (numbered) return numbered
  const found = await db
    .selectFrom('organizations')
    .selectAll()
    .where(lowerCase(sql.ref('name')), '=', text.toLowerCase())
    .limit(2)
    .execute()
  return found.length === 1 ? found[0] : undefined
}

export async function insertOrganization(db: Queryable, organization: NewRow<'organizations'>): Promise<void> {
  await db.insertInto('organizations').values(organization).execute()
  await storeNameWords(db, 'organization', organization.id, organization.name)
}

/** Makes a customer a member of this organization only, or of none. */
export async function setMembership(
  trx: DatabaseTransaction,
  customerId: string,
  member: { organizationId: string; role: OrganizationRole } | null,
): Promise<void> {
  await trx.deleteFrom('organization_members').where('customer_id', '=', customerId).execute()
  if (member)
    await trx
      .insertInto('organization_members')
      .values({ organization_id: member.organizationId, customer_id: customerId, role: member.role })
      .execute()
}

export async function replaceDiscounts(
  trx: DatabaseTransaction,
  customerId: string,
  rows: readonly NewRow<'personal_discounts'>[],
): Promise<void> {
  await trx.deleteFrom('personal_discounts').where('customer_id', '=', customerId).execute()
  if (rows.length > 0)
    await trx
      .insertInto('personal_discounts')
      .values([...rows])
      .execute()
}

/** Tells whether a customer has, or had, a subscription. */
export async function hasSubscribed(db: Queryable, customerId: string): Promise<boolean> {
  const query = db.selectFrom('subscriptions').select('id').where('customer_id', '=', customerId).limit(1)
  return (await query.executeTakeFirst()) !== undefined
}
