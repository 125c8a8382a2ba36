import { toMajor, toMinor } from '../../../domain/money/money.ts'
import { plainAmount } from '../../../i18n/money.ts'
import { organizationBy } from '../../../server/identity/customer-queries.ts'
import {
  readCredit,
  setCreditLimit,
  setOrganizationDiscounts,
} from '../../../server/identity/organizations/change-organization.ts'
import { usedCredit } from '../../../server/identity/organizations/organization-credit.ts'
import {
  listOrganizations,
  membersOf,
  type OrganizationRow,
} from '../../../server/identity/organizations/organization-queries.ts'
import { payInvoice } from '../../../server/ordering/invoices/pay-invoice.ts'
import { OrderError } from '../../../server/ordering/orders/order-error.ts'
import { orderByNumber } from '../../../server/ordering/orders/queries.ts'
import { homeNow } from '../../../server/platform/db/home-queries.ts'
import type { Database } from '../../../server/platform/db/tables.ts'
import { oneLine } from '../../text-table.ts'

type OrganizationServices = { db: Database; now: () => Date; isJson: boolean }
type OrganizationCommand = (services: OrganizationServices, words: readonly string[]) => Promise<string[]>

/** Invalid arguments; the message says how to correct them. */
export class OrganizationError extends Error {
  override readonly name = 'OrganizationError'
}

export const organizationCommands: Record<string, OrganizationCommand> = {
  list: async (services) => {
    const { currency } = await homeNow(services.db)
    const views = []
    for (const row of await listOrganizations(services.db)) views.push(await viewOf(services, row))
    if (services.isJson) return [JSON.stringify(views)]
    return views.map(
      ({ number, name, members, credit_limit: limit, unpaid }) =>
        `${number}  ${oneLine(name)}  ${members.join(', ')}  limit ${plainAmount(toMinor(limit), currency)}, ` +
        `unpaid ${plainAmount(toMinor(unpaid), currency)}`,
    )
  },
  credit: async (services, [number = '', amount = '']) => {
    const organization = await requireOrganization(services, number)
    const { currency } = await homeNow(services.db)
    const limit = readCredit(amount)
    if (limit === undefined) throw new OrganizationError(`Say the limit in ${currency}, such as 50000.`)
    await setCreditLimit(services, organization.id, limit)
    return answerLine(
      services,
      { number: organization.organization_number, credit_limit: toMajor(limit) },
      `${organization.name} may owe ${plainAmount(limit, currency)}.`,
    )
  },
  discounts: async (services, [number = '', ...words]) => {
    const organization = await requireOrganization(services, number)
    const discounts = Object.fromEntries(words.map(categoryPercent))
    await setOrganizationDiscounts(services, organization.id, new Map(Object.entries(discounts)))
    return answerLine(
      services,
      { number: organization.organization_number, discounts },
      `${organization.name} has ${Object.keys(discounts).length} discounts.`,
    )
  },
  paid: async (services, numbers) => {
    if (numbers.length === 0) throw new OrganizationError('Name the orders whose invoices were paid.')
    const paid: string[] = []
    for (const number of numbers) if (await isPaidNow(services, number)) paid.push(number)
    const unknown = numbers.filter((number) => !paid.includes(number))
    if (unknown.length > 0)
      throw new OrganizationError(
        `${unknown.join(', ')}: no unpaid invoice${paid.length > 0 ? `; ${paid.join(', ')} noted as paid` : ''}.`,
      )
    return answerLine(services, { paid }, `Noted as paid: ${paid.join(', ')}.`)
  },
}

/** Notes that an order's invoice was paid in full; false if there is none that is unpaid. */
async function isPaidNow(services: OrganizationServices, number: string): Promise<boolean> {
  const order = await orderByNumber(services.db, number)
  if (!order) return false
  try {
    await payInvoice(services, { orderId: order.id, actor: 'operator' })
    return true
  } catch (error) {
    if (error instanceof OrderError) return false
    throw error
  }
}

async function viewOf(
  { db, now }: OrganizationServices,
  { id, name, organization_number: number, credit_limit: limit }: OrganizationRow,
) {
  const members = (await membersOf(db, id)).map(({ email, role }) => `${email} (${role})`)
  return { id, number, name, members, credit_limit: toMajor(limit), unpaid: toMajor(await usedCredit(db, id, now())) }
}

async function requireOrganization({ db }: OrganizationServices, number: string): Promise<OrganizationRow> {
  const organization = number === '' ? undefined : await organizationBy(db, number)
  if (!organization)
    throw new OrganizationError(
      number === '' ? 'Name the organization by its id or registration number.' : `There is no organization ${number}.`,
    )
  return organization
}

function answerLine({ isJson }: OrganizationServices, answer: object, sentence: string): string[] {
  return [isJson ? JSON.stringify(answer) : sentence]
}

function categoryPercent(text: string): readonly [string, number] {
  const [, category = '', percent] = /^([^=\s]{1,60})=(\d{1,2}|100)$/.exec(text) ?? []
  if (percent === undefined)
    throw new OrganizationError(`"${text}" is no discount: write category=percent, such as power=12.`)
  return [category, Number(percent)]
}
