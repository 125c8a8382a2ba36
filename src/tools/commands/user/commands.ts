import { currencyByCode } from '../../../domain/money/currencies.ts'
import { countryByCode } from '../../../domain/places/countries.ts'
import { defaultCurrency, isLanguage } from '../../../domain/places/locales.ts'
import { isEmail } from '../../../domain/visitors/emails.ts'
import { normalizedEmail } from '../../../domain/visitors/passwords.ts'
import { customerScope, isScope } from '../../../domain/visitors/scopes.ts'
import {
  customerByEmail,
  insertCustomer,
  listCustomers,
  type CustomerRow,
} from '../../../server/identity/customer-queries.ts'
import { categoryPercent, changeDiscounts, changeScopes } from '../../../server/identity/customers/change-customer.ts'
import { linkMinutes, loginLink } from '../../../server/identity/login/links.ts'
import { deleteSessions, sessionIdsOf } from '../../../server/identity/sessions/session-queries.ts'
import { scopesJson } from '../../../server/platform/db/json-columns.ts'
import { newId } from '../../../server/platform/ids.ts'
import { oneLine } from '../../text-table.ts'
import {
  readArguments,
  answerLine,
  UserError,
  type UserArguments,
  type UserCommand,
  type UserShop,
} from './arguments.ts'
import { organizationCommand } from './organization.ts'

export const userCommands: Record<string, UserCommand> = {
  list: async ({ db }, args) => {
    const users = (await listCustomers(db)).map(({ scopes, ...user }) => ({
      ...user,
      scopes: scopesJson.read(scopes),
    }))
    if (readArguments(args).json) return [JSON.stringify(users)]
    return users.map(({ email, name, scopes, organization, role }) =>
      [email, name, scopes.join(' ') || 'closed', organization ? `${organization} (${role ?? ''})` : '']
        .map(oneLine)
        .join('  ')
        .trimEnd(),
    )
  },
  create: async (shop, args) => {
    const given = readArguments(args)
    const customer = newCustomer(given, shop)
    const isNew = await shop.db.transaction().execute((trx) => insertCustomer(trx, customer))
    if (!isNew) throw new UserError(`${customer.email} has an account already.`)
    return withLink(shop, given, customer)
  },
  reset: async (shop, args) => {
    const given = readArguments(args)
    const customer = await namedCustomer(shop, given)
    await shop.db.transaction().execute(async (trx) => deleteSessions(trx, await sessionIdsOf(trx, customer.id)))
    return withLink(shop, given, customer)
  },
  scopes: async (shop, args) => {
    const given = readArguments(args)
    const customer = await namedCustomer(shop, given)
    const scopes = [...new Set(given.words.slice(1))]
    if ((await changeScopes(shop, customer.id, scopes)) !== null) {
      const wrong = scopes.find((scope) => !isScope(scope)) ?? ''
      throw new UserError(`"${wrong}" is no scope: small letters and dashes, such as ${customerScope} or quotes:write.`)
    }
    return answerLine(
      given,
      { email: customer.email, scopes },
      scopes.length > 0 ? `${customer.email} may: ${scopes.join(', ')}.` : `${customer.email} is closed.`,
    )
  },
  discounts: async (shop, args) => {
    const given = readArguments(args)
    const customer = await namedCustomer(shop, given)
    const percents = new Map(given.words.slice(1).map(readPercent))
    await changeDiscounts(shop, customer.id, percents)
    return answerLine(
      given,
      { email: customer.email, discounts: Object.fromEntries(percents) },
      `${customer.email} has ${percents.size} personal discounts.`,
    )
  },
  organization: async (shop, args) => {
    const given = readArguments(args)
    return organizationCommand(shop, given, await namedCustomer(shop, given))
  },
}

async function namedCustomer({ db }: UserShop, { words: [email = ''] }: UserArguments): Promise<CustomerRow> {
  const customer = await customerByEmail(db, normalizedEmail(email))
  if (!customer)
    throw new UserError(email === '' ? 'Name the account by its e-mail address.' : `${email} has no account.`)
  return customer
}

function newCustomer(
  { words: [email = ''], name = '', lang = 'sv', country, currency }: UserArguments,
  { settings, now: clock }: UserShop,
) {
  const now = clock()
  const address = normalizedEmail(email)
  if (!isEmail(address)) throw new UserError(`"${email}" is no e-mail address.`)
  if (name === '') throw new UserError('Say who it is with --name.')
  if (!isLanguage(lang)) throw new UserError('--lang must be en or sv.')
  const chosen = currency === undefined ? defaultCurrency(settings.locale(lang)) : currencyByCode(currency)
  const where = countryByCode(country ?? settings.locale(lang).defaultCountryCode)
  if (!chosen || !where)
    throw new UserError('--country and --currency must be codes that the shop has, such as SE and SEK.')
  return {
    id: newId(now.getTime()),
    email: address,
    password_hash: null,
    name,
    phone: '',
    language: lang,
    country: where.code,
    currency_id: chosen.id,
    mail_consent: 0 as const,
    verified_at: null,
    created_at: now.toISOString(),
    scopes: scopesJson.write([customerScope]),
  }
}

async function withLink(
  shop: UserShop,
  given: UserArguments,
  { id, email, name, language, country, currency_id: currencyId }: Omit<CustomerRow, 'scopes'>,
): Promise<string[]> {
  const link = await loginLink(shop, 'reset', { customerId: id, email, name, language, country, currencyId })
  if (given.json) return [JSON.stringify({ id, email, link, minutes: linkMinutes })]
  return [`${email} signs in once with this link, within ${linkMinutes} minutes:`, link]
}

function readPercent(text: string): readonly [string, number] {
  const read = categoryPercent(text)
  if (!read) throw new UserError(`"${text}" is no discount: write category=percent, such as power=12.`)
  return read
}
