import type { CouponFields, CouponForm } from '../../../contracts/console/coupons.ts'
import type { CurrencyCode } from '../../../domain/money/currencies.ts'
import { typedAmount } from '../../../domain/money/typed-amounts.ts'
import type { Home } from '../../../domain/places/home.ts'
import type { Language } from '../../../domain/places/locales.ts'
import { dayOf } from '../../../domain/places/working-days.ts'
import { amountField } from '../../../i18n/typed-numbers.ts'
import { customerByEmail, customerById, organizationNamed } from '../../identity/customer-queries.ts'
import { organizationById } from '../../identity/organizations/organization-queries.ts'
import { may } from '../../identity/staff/staff-session.ts'
import { couponRulesJson, fixedAmountsJson } from '../../platform/db/json-columns.ts'
import type { CouponTerms } from '../../pricing/discounts/edit-coupons.ts'
import type { CouponRow } from '../../pricing/discounts/queries.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'
import type { ConsoleFault } from '../frame/fault-texts.ts'
import { firstMoment, lastDayOf, lastMoment } from '../prices/days-of-period.ts'

const maxUses = 1_000_000_000
const maxTargets = 100

/**
 * Reads what a coupon should do. Days are those of the shop's clock, the last one included; a moment within a day that
 * `before` has stays as long as its day does. Throws for what cannot be read.
 */
export async function couponTerms(context: ConsoleContext, form: CouponForm, before?: CouponRow): Promise<CouponTerms> {
  const { home } = context.shop.settings.all
  return {
    percentage: parsePercent(form.percent),
    fixedAmounts: amountsIn(context, form['amount:'], before),
    groups: namesIn(form.groups, 'groups'),
    excludedGroups: namesIn(form.excluded, 'excluded'),
    discountCategories: namesIn(form.categories, 'categories'),
    minimumSpend: form.minimum === '' ? 0 : parseAmount(form.minimum, 0, 'minimum'),
    startsAt: firstMoment(form.from, before?.starts_at ?? null, home),
    endsAt: lastMoment(form.until, before?.ends_at ?? null, home),
    usageLimit: parseCount(form.limit, 'limit'),
    personLimit: parseCount(form.person_limit, 'person_limit'),
    addsSku: form.adds === '' ? null : form.adds,
    isDeliveryFree: form.delivery === 'free',
    ...(await ownerIn(context, form, before)),
  }
}

const noOwner = { customer: '', organization: '' }
const noTerms = {
  percent: '',
  amounts: {},
  delivery: '',
  adds: '',
  minimum: '',
  groups: '',
  excluded: '',
  categories: '',
  limit: '',
  person_limit: '',
  from: '',
  until: '',
}

/** What the fields show of a stored coupon, or of a new one. */
export async function couponFields({ shop, session }: ConsoleContext, row?: CouponRow): Promise<CouponFields> {
  if (!row) return { ...noTerms, ...noOwner }
  const owner = may(session, 'customers.view') ? await ownerFields(shop.db, row) : noOwner
  return { ...termFields(row, shop.settings.all.home, session.staff.language), ...owner }
}

const numberField = (value: number | null): string => value?.toString() ?? ''
const linesOf = (json: string): string => couponRulesJson.read(json).join('\n')

function termFields(row: CouponRow, home: Home, language: Language): typeof noTerms {
  const amounts = Object.entries(amountsOf(row)).map(([currency, amount]) => [currency, amountField(amount, language)])
  return {
    percent: numberField(row.percentage),
    amounts: Object.fromEntries(amounts) as Record<string, string>,
    delivery: row.free_delivery === 1 ? 'free' : '',
    adds: row.adds_sku ?? '',
    minimum: row.minimum_spend > 0 ? amountField(row.minimum_spend, language) : '',
    groups: linesOf(row.groups),
    excluded: linesOf(row.excluded_groups),
    categories: linesOf(row.discount_categories),
    limit: numberField(row.usage_limit),
    person_limit: numberField(row.person_limit),
    from: row.starts_at ? dayOf(new Date(row.starts_at), home) : '',
    until: row.ends_at ? lastDayOf(row.ends_at, home) : '',
  }
}

/** The fixed amounts of a coupon, in minor units by currency. */
export function amountsOf(row: Pick<CouponRow, 'fixed_amounts'> | undefined): Readonly<Record<string, number>> {
  return row?.fixed_amounts ? fixedAmountsJson.read(row.fixed_amounts) : {}
}

/** The currencies that a coupon's amounts can be in: those that are offered, and those that it has. */
export function couponCurrencies({ shop }: ConsoleContext, row?: CouponRow): CurrencyCode[] {
  const { currencies } = shop.settings.all.sales
  const others = Object.keys(amountsOf(row)).filter((code) => !currencies.some((each) => each === code))
  return [...currencies, ...(others as CurrencyCode[])]
}

async function ownerFields(db: ConsoleContext['shop']['db'], row: CouponRow): Promise<typeof noOwner> {
  const customer = row.customer_id === null ? undefined : await customerById(db, row.customer_id)
  const organization = row.organization_id === null ? undefined : await organizationById(db, row.organization_id)
  return { customer: customer?.email ?? '', organization: organization?.organization_number ?? '' }
}

type Owner = Pick<CouponTerms, 'customerId' | 'organizationId'>

/** Staff who may not see customers leave the owner of a coupon as it is. */
async function ownerIn({ shop, session }: ConsoleContext, form: CouponForm, before?: CouponRow): Promise<Owner> {
  const { db } = shop
  if (!may(session, 'customers.view'))
    return { customerId: before?.customer_id ?? null, organizationId: before?.organization_id ?? null }
  const [email, organization] = [form.customer.toLowerCase(), form.organization]
  return {
    customerId: email === '' ? null : idOf(await customerByEmail(db, email), 'coupon_customer'),
    organizationId: organization === '' ? null : idOf(await organizationNamed(db, organization), 'coupon_organization'),
  }
}

function idOf(found: { id: string } | undefined, fault: ConsoleFault): string {
  if (!found) throw new ConsoleError(fault)
  return found.id
}

function parsePercent(text: string): number | null {
  const typed = text.replace(/\s*%$/, '')
  if (typed === '') return null
  const percent = /^\d{1,3}$/.test(typed) ? Number(typed) : 0
  if (percent < 1 || percent > 100) throw new ConsoleError('coupon_percent')
  return percent
}

function parseAmount(text: string, min: number, field: string): number {
  const amount = typedAmount(text)
  if (amount === undefined || amount < min || amount > 1_000_000_000) throw new ConsoleError('coupon_amount', {}, field)
  return amount
}

function amountsIn(
  context: ConsoleContext,
  typed: ReadonlyMap<string, string>,
  before?: CouponRow,
): CouponTerms['fixedAmounts'] {
  const known = couponCurrencies(context, before)
  return Object.fromEntries(
    known.flatMap((currency) => {
      const text = typed.get(currency)?.trim().slice(0, 20) ?? ''
      return text === '' ? [] : [[currency, parseAmount(text, 1, `amount:${currency}`)] as const]
    }),
  )
}

function parseCount(text: string, field: string): number | null {
  if (text === '') return null
  const count = /^\d{1,10}$/.test(text) ? Number(text) : 0
  if (count < 1 || count > maxUses) throw new ConsoleError('coupon_count', {}, field)
  return count
}

function namesIn(text: string, field: string): string[] {
  const names = text.split(/[\n,]/).map((name) => name.trim())
  const unique = [...new Set(names.filter((name) => name !== ''))]
  if (unique.length > maxTargets) throw new ConsoleError('too_many', {}, field)
  return unique
}
