import {
  organizationForm,
  type OrganizationFault,
  type OrganizationForm,
  type OrganizationPage,
} from '../../contracts/customer-pages/organization.ts'
import { href } from '../../routes.ts'
import { ProblemError } from '../platform/http/answers/problem.ts'
import { goTo, privatePage, type PageResult } from '../platform/http/pages/page-result.ts'
import { readForm } from '../platform/http/read-form.ts'
import type { Account, AccountRequest } from './access/require-account.ts'
import { usedCredit } from './organizations/organization-credit.ts'
import { invitationsOf, invitationsTo, membersOf, type Membership } from './organizations/organization-queries.ts'
import {
  acceptInvitation,
  callOffInvitation,
  changeMember,
  declineInvitation,
  invite,
  saveOrganization,
  type Done,
} from './organizations/organizations.ts'
import type { Shop } from './shop.ts'

type FormAction = (shop: Shop, account: Account, posted: OrganizationForm) => Done

/** What an administrator of the organization may do with it. */
const adminActions: Record<string, (shop: Shop, organization: Membership, posted: OrganizationForm) => Done> = {
  invite: (shop, organization, posted) =>
    invite(shop, organization, { email: posted.email, role: posted.role ?? 'buyer' }),
  call_off: (shop, organization, posted) => callOffInvitation(shop, organization, posted.invitation),
  role: async (shop, organization, { member, role }) =>
    role ? changeMember(shop, organization.id, member, role) : null,
  remove: (shop, organization, posted) => changeMember(shop, organization.id, posted.member, null),
  details: (shop, organization, posted) =>
    saveOrganization(shop, organization, {
      name: posted.name,
      vatNumber: posted.vat_number,
      costCentre: posted.cost_centre,
      peppolId: posted.peppol_id,
      invoiceAddress: posted.invoice_address,
    }),
}

/** Form actions that every member may use. */
const ownActions: Record<string, FormAction> = {
  leave: async (shop, { session, membership }) =>
    membership ? changeMember(shop, membership.id, session.customer.id, null) : null,
  accept: (shop, { session }, posted) => acceptInvitation(shop, session.customer, posted.invitation),
  decline: (shop, { session }, posted) => declineInvitation(shop, session.customer, posted.invitation),
}

/** GET and POST /{lang}/my-account/organization; 403 wrong_scope for a buyer who uses an administrator's action. */
export async function organizationPage(
  shop: Shop,
  account: Account,
  {
    request,
    locals: {
      shopping: { language },
    },
  }: AccountRequest,
): Promise<PageResult<OrganizationPage>> {
  if (request.method !== 'POST') return privatePage(await read(shop, account, null, ''))
  const posted = await readForm(request, organizationForm)
  const fault = await carryOut(shop, account, posted)
  if (fault === null) return goTo(href(language, 'my-account-organization', {}, { done: 1 }))
  return privatePage(await read(shop, account, fault, posted.email.slice(0, 254)), 422)
}

function carryOut(shop: Shop, account: Account, posted: OrganizationForm): Done {
  const action = posted.action ?? ''
  const own = ownActions[action]
  if (own) return own(shop, account, posted)
  const adminAction = adminActions[action]
  if (!adminAction || account.membership?.role !== 'admin') throw new ProblemError(403, 'wrong_scope')
  return adminAction(shop, account.membership, posted)
}

async function read(
  shop: Shop,
  { session, membership }: Account,
  fault: OrganizationFault | null,
  typed: string,
): Promise<OrganizationPage> {
  const at = shop.now().toISOString()
  const invited = await invitationsTo(shop.db, session.customer.email, at)
  return {
    organization: membership ? await view(shop, membership, session.customer.id) : null,
    invited: invited.map(({ id, organization, role }) => ({ id, organization, role })),
    fault,
    typed,
  }
}

async function view(
  { db, now }: Shop,
  organization: Membership,
  customerId: string,
): Promise<OrganizationPage['organization']> {
  const {
    id,
    name,
    organization_number: number,
    vat_number: vatNumber,
    cost_centre: costCentre,
    peppol_id: peppolId,
    invoice_address: invoiceAddress,
    country,
    credit_limit: creditLimit,
    role,
  } = organization
  const isAdmin = role === 'admin'
  const invitations = isAdmin ? await invitationsOf(db, id, now().toISOString()) : []
  return {
    name,
    number,
    vatNumber: vatNumber ?? '',
    costCentre,
    peppolId,
    invoiceAddress,
    country,
    isAdmin,
    creditLimit,
    creditUsed: await usedCredit(db, id, now()),
    members: (await membersOf(db, id)).map((member) => ({ ...member, isYou: member.id === customerId })),
    invitations: invitations.map(({ id: invitation, email, role: offered, expires_at: expiresAt }) => ({
      id: invitation,
      email,
      role: offered,
      expiresAt,
    })),
  }
}
