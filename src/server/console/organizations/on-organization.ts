import { notesAbout } from '../../identity/customers/staff-note-queries.ts'
import {
  discountsOfOrganization,
  invitationsOf,
  lockOrganization,
  membersOf,
  organizationById,
  type OrganizationRow,
} from '../../identity/organizations/organization-queries.ts'
import type { Shop } from '../../ordering/shop.ts'
import { audited } from '../../platform/audit/audit.ts'
import type { DatabaseTransaction, Queryable } from '../../platform/db/tables.ts'
import { hashSecret } from '../../platform/ids.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'
import type { ConsoleFault } from '../frame/fault-texts.ts'
import { recordChanged } from '../frame/record-changed.ts'

type Action = {
  operation: string
  /** The record as the person saw it. */
  version?: string
  versionOf?: typeof organizationVersion
}
type Work = (shop: Shop, organization: OrganizationRow) => Promise<ConsoleFault | null | void>

/** The organization of the address. Throws if it does not exist. */
export async function requestedOrganization({ shop, request }: ConsoleContext): Promise<OrganizationRow> {
  const organization = await organizationById(shop.db, request.params['id'] ?? '')
  if (!organization) throw new ConsoleError('unknown')
  return organization
}

/**
 * Does something with the organization of the address, unless somebody changed it since `version`. The log names
 * organizations and members by id and says of names and addresses only that they changed: a sole trader's are personal.
 */
export async function onOrganization(
  context: ConsoleContext,
  { operation, version, versionOf = organizationVersion }: Action,
  work: Work,
): Promise<void> {
  const organization = await requestedOrganization(context)
  const { id } = organization
  const guard = async (trx: DatabaseTransaction) => {
    const current = await lockOrganization(trx, id)
    if (!current) throw new ConsoleError('unknown')
    if (version !== undefined && (await versionOf(trx, current)) !== version)
      throw await recordChanged(trx, { kind: 'organization', id })
  }
  const fields = (trx: DatabaseTransaction) => loggedFields(trx, organization, context.shop.now().toISOString())
  const action = { operation, subject: { kind: 'organization', id, label: id }, guard, fields }
  await audited(context.shop, context.session.actor, action, async (shop) => {
    const fault = await work(shop, organization)
    if (fault) throw new ConsoleError(fault)
  })
}

/** Changes with what the forms of the details, the limit and the discounts hold. */
export async function organizationVersion(db: Queryable, row: OrganizationRow): Promise<string> {
  const discounts = await discountsOfOrganization(db, row.id)
  const percents = discounts.map((each) => [each.discount_category, each.percent])
  return hashSecret(JSON.stringify([...written(row), Number(row.credit_limit), percents])).slice(0, 20)
}

function written(row: OrganizationRow): (string | null)[] {
  return [row.name, row.vat_number, row.cost_centre, row.peppol_id, row.invoice_address]
}

/** Changes with everything of an organization that is taken back from its history. */
export async function termsVersion(db: Queryable, row: OrganizationRow): Promise<string> {
  return hashSecret(JSON.stringify(await organizationTerms(db, row))).slice(0, 20)
}

/** What the audit log records of the terms that staff have set for an organization, and of its members. */
export async function organizationTerms(db: Queryable, { id, credit_limit: limit }: OrganizationRow) {
  const members = await membersOf(db, id)
  const discounts = await discountsOfOrganization(db, id)
  return {
    credit_limit: Number(limit),
    members: Object.fromEntries(members.map((member) => [member.id, member.role])),
    discounts: Object.fromEntries(discounts.map((each) => [each.discount_category, each.percent])),
  }
}

async function loggedFields(trx: DatabaseTransaction, before: OrganizationRow, at: string) {
  const now = await organizationById(trx, before.id)
  if (!now) return {}
  const { credit_limit, members, discounts } = await organizationTerms(trx, now)
  const invitations = await invitationsOf(trx, now.id, at)
  const [names, earlier] = [written(now), written(before)]
  return {
    details: names.some((text, index) => text !== earlier[index]) ? '•••' : '',
    credit_limit,
    members,
    invitations: invitations.map(({ id, role }) => `${id} ${role}`),
    notes: (await notesAbout(trx, { kind: 'organization', id: now.id })).map(({ id }) => id),
    discounts,
  }
}
