import type { OrganizationFault } from '../../../contracts/customer-pages/organization.ts'
import { dayMs } from '../../../domain/durations.ts'
import { fieldLengths } from '../../../domain/field-lengths.ts'
import { formatVatNumber, readVatNumber } from '../../../domain/money/vat-numbers.ts'
import { isPeppolId } from '../../../domain/orders/peppol-ids.ts'
import { isEmail } from '../../../domain/visitors/emails.ts'
import { normalizedEmail } from '../../../domain/visitors/passwords.ts'
import type { OrganizationRole } from '../../../domain/visitors/scopes.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { isWithin } from '../../platform/http/limits/rate-limit.ts'
import { newId } from '../../platform/ids.ts'
import { addToOutbox } from '../../platform/outbox/queries.ts'
import { lockCustomer, type CustomerRow } from '../customer-queries.ts'
import type { Shop } from '../shop.ts'
import {
  deleteMember,
  insertMember,
  invitationById,
  invitationsOf,
  lockOrganization,
  membersOf,
  membershipOf,
  putInvitation,
  setRole,
  deleteInvitation,
  updateOrganization,
  type Membership,
} from './organization-queries.ts'

const invitationDays = 14
const maxInvitations = 50

type Services = Pick<Shop, 'db' | 'now'>
/** Null on success. */
export type Done = Promise<OrganizationFault | null>

/**
 * Invites an address; its owner accepts when signed in with it, so the mail holds no secret. An address gets at most
 * three invitations an hour, and six a day, from all organizations together, because its owner did not ask for them.
 * An organization sends at most 50 a day, also when it cancels those that wait.
 */
export async function invite(
  { db, now, limits }: Services & Pick<Shop, 'limits'>,
  organization: Pick<Membership, 'id'>,
  { email: typed, role }: { email: string; role: OrganizationRole },
): Done {
  const email = normalizedEmail(typed)
  if (!isEmail(email)) return 'email_invalid'
  if (!(await isWithin(limits.invitationsByOrganization, organization.id))) return 'invited_too_many'
  if (!(await isWithin(limits.loginMailsByAccount, `invitation ${email}`))) return 'asked_too_often'
  if (!(await isWithin(limits.invitationsByEmail, email))) return 'asked_too_often'
  const at = now()
  return db.transaction().execute(async (trx) => {
    await lockOrganization(trx, organization.id)
    if ((await membersOf(trx, organization.id)).some((member) => member.email === email)) return 'already_member'
    if ((await invitationsOf(trx, organization.id, at.toISOString())).length >= maxInvitations) return 'too_many'
    const id = newId(at.getTime())
    const expires = new Date(at.getTime() + invitationDays * dayMs).toISOString()
    await putInvitation(trx, {
      id,
      organization_id: organization.id,
      email,
      role,
      created_at: at.toISOString(),
      expires_at: expires,
    })
    await addToOutbox(
      trx,
      {
        kind: 'mail.organization_invitation',
        dedupeKey: `mail.organization_invitation:${id}`,
        payload: { invitationId: id },
      },
      at,
    )
    return null
  })
}

export async function callOffInvitation({ db }: Services, organization: Pick<Membership, 'id'>, id: string): Done {
  await db.transaction().execute((trx) => deleteInvitation(trx, id, { organization_id: organization.id }))
  return null
}

/** Makes the customer a member, if the customer's address is verified. */
export async function acceptInvitation({ db, now }: Services, customer: CustomerRow, id: string): Done {
  if (customer.verified_at === null) return 'invitation_over'
  return db.transaction().execute(async (trx) => {
    const known = await invitationById(trx, id)
    if (!known || known.email !== customer.email || known.expires_at <= now().toISOString()) return 'invitation_over'
    await lockOrganization(trx, known.organization_id)
    // Of two invitations that are accepted at once, the second finds the first.
    await lockCustomer(trx, customer.id)
    if (await membershipOf(trx, customer.id)) return 'has_organization'
    const taken = await deleteInvitation(trx, id, { email: customer.email })
    if (!taken) return 'invitation_over'
    await insertMember(trx, { organization_id: taken.organization_id, customer_id: customer.id, role: taken.role })
    return null
  })
}

export async function declineInvitation({ db }: Services, { email }: Pick<CustomerRow, 'email'>, id: string): Done {
  await db.transaction().execute((trx) => deleteInvitation(trx, id, { email }))
  return null
}

/** Changes a member's role, or removes the member with null; the last administrator cannot be removed. */
export async function changeMember(
  { db }: Services,
  organizationId: string,
  customerId: string,
  role: OrganizationRole | null,
): Done {
  return db.transaction().execute((trx) => changeMemberIn(trx, organizationId, customerId, role))
}

async function changeMemberIn(
  trx: DatabaseTransaction,
  organizationId: string,
  customerId: string,
  role: OrganizationRole | null,
): Promise<OrganizationFault | null> {
  await lockOrganization(trx, organizationId)
  const members = await membersOf(trx, organizationId)
  const member = members.find(({ id }) => id === customerId)
  if (!member) return null
  const isLastAdmin =
    member.role === 'admin' && !members.some(({ id, role: other }) => id !== customerId && other === 'admin')
  if (isLastAdmin && role !== 'admin') return 'last_admin'
  if (role === null) await deleteMember(trx, organizationId, customerId)
  else await setRole(trx, organizationId, customerId, role)
  return null
}

/**
 * Gives an organization these members and no others, by the id of their account. Who belongs to another organization
 * now, or has no account any more, is refused.
 */
export async function setMembers(
  { db }: Services,
  organizationId: string,
  wanted: ReadonlyMap<string, OrganizationRole>,
): Promise<OrganizationFault | 'account_unknown' | null> {
  return db.transaction().execute(async (trx) => {
    await lockOrganization(trx, organizationId)
    const before = new Map((await membersOf(trx, organizationId)).map(({ id, role }) => [id, role]))
    for (const [id, role] of wanted) {
      if (before.has(id)) continue
      if (!(await lockCustomer(trx, id))) return 'account_unknown'
      if (await membershipOf(trx, id)) return 'has_organization'
      await insertMember(trx, { organization_id: organizationId, customer_id: id, role })
    }
    // New administrators first, so that there is always one.
    const changed = [...before.keys()].filter((id) => wanted.get(id) !== before.get(id))
    const isAdmin = (id: string) => wanted.get(id) === 'admin'
    for (const id of changed.toSorted((one, other) => Number(isAdmin(other)) - Number(isAdmin(one)))) {
      const fault = await changeMemberIn(trx, organizationId, id, wanted.get(id) ?? null)
      if (fault) return fault
    }
    return null
  })
}

type Details = Record<'name' | 'vatNumber' | 'costCentre' | 'peppolId' | 'invoiceAddress', string>

/**
 * Saves the fields that an administrator may change. The registration number is not one of them, because contracts
 * refer to it.
 */
export async function saveOrganization(
  { db }: Services,
  { id }: Pick<Membership, 'id'>,
  { name, vatNumber, costCentre, ...invoices }: Details,
): Done {
  if (name === '') return 'required'
  const peppolId = invoices.peppolId.replace(/\s/g, '')
  if (peppolId !== '' && !isPeppolId(peppolId)) return 'peppol_id_invalid'
  const read = readVatNumber(vatNumber)
  const written = read ? formatVatNumber(read) : vatNumber.slice(0, 20)
  const change = {
    name: name.slice(0, 120),
    vat_number: written === '' ? null : written,
    cost_centre: costCentre.slice(0, 60),
    peppol_id: peppolId,
    invoice_address: invoices.invoiceAddress.slice(0, fieldLengths.invoice_address),
  }
  await db.transaction().execute((trx) => updateOrganization(trx, id, change))
  return null
}
