import { organizationRoles } from '../../../domain/visitors/scopes.ts'
import { organizationBy, setMembership, type CustomerRow } from '../../../server/identity/customer-queries.ts'
import { makeOrganization } from '../../../server/identity/organizations/change-organization.ts'
import { answerLine, UserError, type UserArguments, type UserShop } from './arguments.ts'

/** `user organization`: adds a member to an organization, which is created when a new one is named. */
export async function organizationCommand(
  shop: UserShop,
  given: UserArguments,
  customer: CustomerRow,
): Promise<string[]> {
  const { email } = customer
  if (given.leave) {
    await shop.db.transaction().execute((trx) => setMembership(trx, customer.id, null))
    return answerLine(given, { email, organization: null }, `${email} belongs to no organization.`)
  }
  const role = organizationRoles.find((each) => each === (given.role ?? 'buyer'))
  if (!role) throw new UserError(`--role must be ${organizationRoles.join(' or ')}.`)
  const organization = await foundOrMade(shop, given, customer)
  await shop.db
    .transaction()
    .execute((trx) => setMembership(trx, customer.id, { organizationId: organization.id, role }))
  return answerLine(
    given,
    { email, organization: organization.id, role },
    `${email} is ${role} of ${organization.name}.`,
  )
}

async function foundOrMade(
  { db, now }: UserShop,
  { words: [, number = ''], name }: UserArguments,
  { country }: CustomerRow,
): Promise<{ id: string; name: string }> {
  if (number === '') throw new UserError('Name the organization by its id or registration number.')
  const known = await organizationBy(db, number)
  if (known) return known
  if (!name) throw new UserError(`There is no organization ${number}. With --name it is made.`)
  return makeOrganization({ db, now }, { name, number, country })
}
