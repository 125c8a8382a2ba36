import type { OrganizationFault } from '../../../contracts/customer-pages/organization.ts'
import { toMinor, type Minor } from '../../../domain/money/money.ts'
import { normalizedEmail } from '../../../domain/visitors/passwords.ts'
import type { OrganizationRole } from '../../../domain/visitors/scopes.ts'
import { newId } from '../../platform/ids.ts'
import { customerByEmail, insertOrganization, lockCustomer } from '../customer-queries.ts'
import type { Shop } from '../shop.ts'
import {
  insertMember,
  lockOrganization,
  membershipOf,
  replaceOrganizationDiscounts,
  updateOrganization,
} from './organization-queries.ts'

type Services = Pick<Shop, 'db' | 'now'>

/** Reads a credit limit in whole or decimal units of the base currency; undefined for any other text. */
export function readCredit(text: string): Minor | undefined {
  const plain = text.replace(/\s/g, '').replace(',', '.')
  return /^\d{1,9}(?:\.\d{1,2})?$/.test(plain) ? toMinor(Number(plain)) : undefined
}

/** Makes an organization without members and credit. */
export async function makeOrganization(
  { db, now }: Services,
  { id, name, number, country }: { id?: string; name: string; number: string; country: string },
): Promise<{ id: string; name: string }> {
  const at = now()
  const made = { id: id ?? newId(at.getTime()), name, organization_number: number, vat_number: null, country }
  const row = { ...made, credit_limit: 0, cost_centre: '', created_at: at.toISOString() }
  await db.transaction().execute((trx) => insertOrganization(trx, row))
  return made
}

/** Sets how much may be unpaid, in minor units of the base currency. */
export async function setCreditLimit({ db }: Pick<Services, 'db'>, id: string, limit: Minor): Promise<void> {
  await db.transaction().execute((trx) => updateOrganization(trx, id, { credit_limit: limit }))
}

/** Replaces the discounts of all members, percent by discount category. */
export async function setOrganizationDiscounts(
  { db }: Pick<Services, 'db'>,
  organizationId: string,
  percents: ReadonlyMap<string, number>,
): Promise<void> {
  const rows = [...percents].map(([discount_category, percent]) => ({
    id: newId(),
    customer_id: null,
    organization_id: organizationId,
    discount_category,
    percent,
  }))
  await db.transaction().execute((trx) => replaceOrganizationDiscounts(trx, organizationId, rows))
}

/** Makes the account of an address a member, unless it belongs to an organization. */
export async function addMember(
  { db }: Pick<Services, 'db'>,
  organizationId: string,
  { email, role }: { email: string; role: OrganizationRole },
): Promise<OrganizationFault | 'account_unknown' | null> {
  return db.transaction().execute(async (trx) => {
    await lockOrganization(trx, organizationId)
    const known = await customerByEmail(trx, normalizedEmail(email))
    if (!known || !(await lockCustomer(trx, known.id))) return 'account_unknown'
    const membership = await membershipOf(trx, known.id)
    if (membership) return membership.id === organizationId ? 'already_member' : 'has_organization'
    await insertMember(trx, { organization_id: organizationId, customer_id: known.id, role })
    return null
  })
}
