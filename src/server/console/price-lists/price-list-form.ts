import type { PriceListFields, PriceListTermsForm } from '../../../contracts/console/price-lists.ts'
import { dayOf } from '../../../domain/places/working-days.ts'
import { customerByEmail, organizationNamed } from '../../identity/customer-queries.ts'
import { may } from '../../identity/staff/staff-session.ts'
import { noListEnd, type PriceListTerms } from '../../pricing/price-lists/edit-price-lists.ts'
import {
  buyerNames,
  buyersOf,
  type PriceList,
  type PriceListBuyers,
} from '../../pricing/price-lists/price-list-queries.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'
import type { ConsoleFault } from '../frame/fault-texts.ts'
import { firstMoment, lastDayOf, lastMoment } from '../prices/days-of-period.ts'

const maxBuyers = 1_000

/** Reads what a list is; days are those of the shop's clock, the last one included. Throws ConsoleError. */
export async function priceListTerms(
  context: ConsoleContext,
  form: PriceListTermsForm,
  before?: PriceList,
): Promise<PriceListTerms> {
  const { home } = context.shop.settings.all
  const end = before && before.ends_at !== noListEnd ? before.ends_at : null
  return {
    name: form.name,
    startsAt: firstMoment(form.from, before?.starts_at ?? null, home),
    endsAt: lastMoment(form.until, end, home),
    buyers: await buyersIn(context, form, before),
  }
}

/** Whoever may not see customers changes nothing of whom a list is for. */
async function buyersIn(
  context: ConsoleContext,
  form: PriceListTermsForm,
  before?: PriceList,
): Promise<PriceListBuyers> {
  const { db } = context.shop
  if (!may(context.session, 'customers.view'))
    return before ? buyersOf(db, before.id) : { customers: [], organizations: [] }
  return {
    customers: await idsOf(form.customers, 'price_list_customer', (name) => customerByEmail(db, name.toLowerCase())),
    organizations: await idsOf(form.organizations, 'price_list_organization', (name) => organizationNamed(db, name)),
  }
}

type Find = (name: string) => Promise<{ id: string } | undefined>

async function idsOf(text: string, fault: ConsoleFault, find: Find): Promise<string[]> {
  const names = [...new Set(text.split(/[\n,;]/).map((name) => name.trim()))].filter((name) => name !== '')
  if (names.length > maxBuyers) throw new ConsoleError('too_many')
  const ids: string[] = []
  for (const name of names) {
    const found = await find(name)
    if (!found) throw new ConsoleError(fault, { name: name.slice(0, 80) })
    ids.push(found.id)
  }
  return [...new Set(ids)]
}

/** What the fields show of a stored list, or of a new one. */
export async function priceListFields(
  { shop, session, request }: ConsoleContext,
  list?: PriceList,
): Promise<PriceListFields> {
  if (!list) {
    // The page of an organization leads here with its number.
    const organizations = (request.url.searchParams.get('organization') ?? '').slice(0, 40)
    return { name: '', from: '', until: '', customers: '', organizations }
  }
  const { home } = shop.settings.all
  const { customers, organizations } = may(session, 'customers.view')
    ? await buyerNames(shop.db, list.id)
    : { customers: [], organizations: [] }
  return {
    name: list.name,
    from: dayOf(new Date(list.starts_at), home),
    until: list.ends_at === noListEnd ? '' : lastDayOf(list.ends_at, home),
    customers: customers.join('\n'),
    organizations: organizations.join('\n'),
  }
}
