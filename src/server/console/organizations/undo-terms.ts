import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { undoForm } from '../../../contracts/console/staff.ts'
import { organizationRoles } from '../../../domain/visitors/scopes.ts'
import { setCreditLimit, setOrganizationDiscounts } from '../../identity/organizations/change-organization.ts'
import type { OrganizationRow } from '../../identity/organizations/organization-queries.ts'
import { setMembers } from '../../identity/organizations/organizations.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { fieldsWithout, parseLogFields, type Undoing } from '../staff/undo-record.ts'
import { requestedOrganization, onOrganization, organizationTerms, termsVersion } from './on-organization.ts'

const logged = z.object({
  credit_limit: z.int(),
  members: z.record(z.string(), z.enum(organizationRoles)),
  discounts: z.record(z.string(), z.int()),
})

const operations = [
  'organizations.limit',
  'organizations.discounts',
  'organizations.add',
  'organizations.role',
  'organizations.remove',
  'organizations.undo',
]

/**
 * How the terms of an organization and its members are taken back. The log has none of its details, because those of a
 * sole trader are personal.
 */
export async function undoingOf({ shop }: ConsoleContext, row: OrganizationRow): Promise<Undoing> {
  const now = await organizationTerms(shop.db, row)
  return {
    subject: { kind: 'organization', id: row.id },
    operations,
    now,
    // Who has an administrator keeps one.
    canBe: (former) => hasAdmin(parseLogFields(logged, former)) || !hasAdmin(parseLogFields(logged, now)),
    permission: 'customers.change',
  }
}

const hasAdmin = ({ members }: z.output<typeof logged>): boolean => Object.values(members).includes('admin')

/** Takes one change of the terms or the members of the organization of the address back. */
export async function undoTerms(context: ConsoleContext, { entry }: z.output<typeof undoForm>): Promise<void> {
  const row = await requestedOrganization(context)
  const version = await termsVersion(context.shop.db, row)
  const undoing = await undoingOf(context, row)
  const [now, former] = [
    parseLogFields(logged, undoing.now),
    parseLogFields(logged, await fieldsWithout(context, undoing, entry)),
  ]
  const action = { operation: 'organizations.undo', version, versionOf: termsVersion }
  await onOrganization(context, action, (shop, { id }) => {
    if (former.credit_limit !== now.credit_limit) return setCreditLimit(shop, id, former.credit_limit)
    if (!isDeepStrictEqual(former.discounts, now.discounts))
      return setOrganizationDiscounts(shop, id, new Map(Object.entries(former.discounts)))
    return setMembers(shop, id, new Map(Object.entries(former.members)))
  })
}
