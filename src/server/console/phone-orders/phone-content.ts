import type { PhoneOrderPage, PhoneProblem, PhoneRow, TypedPhoneOrder } from '../../../contracts/console/phone-order.ts'
import { vatOf } from '../../../domain/cart/cart-amounts.ts'
import { readCheckoutForm, type CheckoutField, type CheckoutForm } from '../../../domain/orders/checkout-form.ts'
import { languages } from '../../../domain/places/locales.ts'
import { normalizedEmail } from '../../../domain/visitors/passwords.ts'
import { deliveryName } from '../../../i18n/delivery-texts.ts'
import { documentAmount } from '../../../i18n/money.ts'
import { customerByEmail, type CustomerRow } from '../../identity/customer-queries.ts'
import { may } from '../../identity/staff/staff-session.ts'
import { maxCartLines } from '../../ordering/cart/line-limit.ts'
import { checkoutDefaults } from '../../ordering/checkout/checkout-defaults.ts'
import { previewPhoneOrder, type PhoneOrder, type PhonePreview } from '../../ordering/phone-orders/phone-order.ts'
import { newSecret } from '../../platform/ids.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { suggestedParts } from '../named-parts/named-parts.ts'
import { shownRows, typedRows, type TypedRow } from './phone-rows.ts'

/** The form with nothing in it, or with what is known of the customer of the address. */
export async function emptyPhoneOrder(
  context: ConsoleContext,
  customer: CustomerRow | undefined,
): Promise<PhoneOrderPage> {
  const { sales } = context.shop.settings.all
  const known = customer ? await knownOf(context, customer) : {}
  const language = customer?.language ?? context.session.staff.language
  return {
    key: newSecret(),
    seen: '',
    account: customer ? { id: customer.id, name: customer.name } : null,
    typed: { country: context.shop.settings.all.home.country, language, email: customer?.email ?? '', ...known },
    rows: [],
    countries: sales.countries,
    methods: [],
    points: [],
    payments: ['link', 'invoice'],
    problems: [],
    shown: null,
  }
}

/** What the customer's account says of address and company, for those who may see customers. */
async function knownOf({ shop, session }: ConsoleContext, { id }: CustomerRow): Promise<Partial<CheckoutForm>> {
  return may(session, 'customers.view') ? checkoutDefaults(shop.db, id) : {}
}

/** What was typed, read: the order, its rows, and the account that it belongs to. */
export type ReadPhoneOrder = {
  order: PhoneOrder
  rows: TypedRow[]
  customer: CustomerRow | undefined
  isTooLong: boolean
}

/** Reads the form. An account's address and company fill in what is empty, as long as no address is typed. */
export async function readPhoneOrder(context: ConsoleContext, typed: TypedPhoneOrder): Promise<ReadPhoneOrder> {
  const { shop } = context
  const email = normalizedEmail(typed.email)
  const customer = email === '' ? undefined : await customerByEmail(shop.db, email)
  const known = customer ? await knownOf(context, customer) : {}
  const form = formOf(typed, known)
  const rows = await typedRows(shop.db, typed)
  const max = maxCartLines(shop, customer?.id)
  const items = rows.flatMap(({ sku, quantity }) => (quantity === null ? [] : [{ sku, quantity }])).slice(0, max)
  const language = languages.find((each) => each === typed.language) ?? context.session.staff.language
  return {
    order: { customerId: customer?.id ?? null, items, form, language },
    rows,
    customer,
    isTooLong: rows.length > max,
  }
}

function formOf(typed: TypedPhoneOrder, known: Partial<CheckoutForm>): CheckoutForm {
  const { 'sku:': _skus, 'units:': _units, ...texts } = typed
  const given: Readonly<Record<string, string>> = texts
  const isUntouched = typed.name === '' && typed.line1 === '' && typed.postal_code === ''
  const unasked = new Set<CheckoutField>(['cost_centre', 'peppol_id', 'invoice_address'])
  return readCheckoutForm((field) => {
    const isKnown = isUntouched ? known[field] !== undefined && field !== 'email' : unasked.has(field)
    return isKnown ? known[field] : given[field]
  })
}

/** The form with the sum, and what is in the way of the order. */
export async function phoneContent(
  context: ConsoleContext,
  typed: TypedPhoneOrder,
  { order, rows, customer, isTooLong }: ReadPhoneOrder,
  others: readonly PhoneProblem[] = [],
): Promise<PhoneOrderPage> {
  const preview = order.items.length > 0 ? await previewPhoneOrder(context.shop, order) : null
  const shown = await withSuggestions(context, await shownRows(context.shop.db, rows, preview?.priced ?? null))
  const problems = [...others, ...rowProblems(shown, isTooLong), ...fieldProblems(preview)]
  return {
    ...(await emptyPhoneOrder(context, undefined)),
    key: typed.key || newSecret(),
    seen: preview?.seen ?? '',
    account: customer ? { id: customer.id, name: customer.name } : null,
    typed: { ...(preview?.form ?? order.form), payment_method: order.form.payment_method, language: order.language },
    rows: shown,
    ...choicesOf(context, preview),
    problems,
    shown: shownSum(preview),
  }
}

/** The rows with the parts that their words may mean. */
async function withSuggestions(context: ConsoleContext, rows: readonly PhoneRow[]): Promise<PhoneRow[]> {
  const all: PhoneRow[] = []
  for (const row of rows)
    all.push(row.fault === 'unknown' ? { ...row, meant: await suggestedParts(context, row.sku) } : row)
  return all
}

function rowProblems(rows: readonly PhoneRow[], isTooLong: boolean): PhoneProblem[] {
  return [
    ...(isTooLong ? [{ kind: 'too_many' } as const] : []),
    ...(rows.length === 0 ? [{ kind: 'empty' } as const] : []),
    ...(rows.some(({ fault }) => fault !== null) ? [{ kind: 'rows' } as const] : []),
  ]
}

function fieldProblems(preview: PhonePreview | null): PhoneProblem[] {
  return Object.entries(preview?.errors ?? {}).map(([field, code]) => ({
    kind: 'field',
    field: field as CheckoutField,
    code,
  }))
}

/** What the customer can choose; what the form had before where nothing is priced. */
function choicesOf({ request }: ConsoleContext, preview: PhonePreview | null) {
  const { t, shopping } = request.locals
  if (!preview) return {}
  const { priced, context, points, payments } = preview
  const price = (amount: number) => documentAmount(amount, context.currency.code, shopping.language)
  const isToPoint = priced.delivery?.kind === 'service_point'
  return {
    methods: priced.deliveries.map(({ id, kind, name, price: { inc } }) => ({
      value: id,
      label: `${deliveryName({ kind, name }, t)}, ${price(inc)}`,
    })),
    points: isToPoint
      ? points.places.map(({ id, name, street, city }) => ({ value: id, label: `${name}, ${street}, ${city}` }))
      : [],
    payments,
  }
}

/** What an order would cost, line by line. */
export function shownSum(preview: PhonePreview | null): PhoneOrderPage['shown'] {
  if (!preview) return null
  const { totals, lines } = preview.priced
  return {
    currency: preview.context.currency.code,
    lines: lines.map(({ sku, name, quantity, amounts }) => ({
      sku,
      name,
      quantity,
      unitPrice: amounts.unit.inc,
      total: amounts.total.inc,
    })),
    sums: {
      items: totals.items.inc,
      discount: totals.discount.inc,
      delivery: totals.delivery.inc,
      vat: vatOf(totals.total),
    },
    total: totals.total.inc,
  }
}
