import { z } from 'zod/mini'
import type { Minor } from '../money/money.ts'
import { countryByCode } from '../places/countries.ts'
import { minorOf, optionalAmount } from './amounts.ts'
import { withCountryFormat } from './country-text.ts'
import { faultAt, sentence, type Reason, type ReasonCode, type SettingsFault } from './reasons.ts'
import { line } from './setting-texts.ts'

export const paymentMethodIds = ['online', 'invoice'] as const
export type PaymentMethodId = (typeof paymentMethodIds)[number]
const customerKinds = ['private', 'organization'] as const
type CustomerKind = (typeof customerKinds)[number]

const isKnown = (code: string): boolean => code === '*' || countryByCode(code)?.code === code

const method = z.strictObject({
  /** `online`: card, wallet and pay later at the payment provider of the environment. */
  id: z.enum(paymentMethodIds),
  active: z.prefault(z.boolean(), true),
  /** Where the goods go; `*` is everywhere. */
  countries: z.prefault(
    z
      .array(withCountryFormat(z.string().check(z.refine(isKnown, sentence('country_or_all')))))
      .check(z.maxLength(300, sentence('most_entries', { most: 300 }))),
    ['*'],
  ),
  customers: z.prefault(z.array(z.enum(customerKinds)).check(z.minLength(1, sentence('kinds_named'))), [
    ...customerKinds,
  ]),
  /** What an order must cost at least and at most, in the base currency; empty for no limit. */
  least: optionalAmount,
  most: optionalAmount,
})

const reminderDays = (days: number) => z.prefault(z.int().check(z.minimum(1), z.maximum(90)), days)
const days = z.prefault(z.int().check(z.minimum(1), z.maximum(180)), 30)

/**
 * What precedes the digits of an invoice. It never ends with a digit or with the letter of another series (K, P,
 * Q, R), so that no two documents have the same number, whatever it was before (docs/decisions/0082).
 */
const invoicePrefix = line(8).check(
  z.regex(/^(?:[A-Z0-9][A-Z0-9-]*)?[A-JL-OS-Z]$|^[A-Z0-9][A-Z0-9-]*-$/, sentence('invoice_prefix')),
)

/** How orders are paid. Secrets and addresses of providers are the environment's. */
export const paymentSettings = z.strictObject({
  /** In the order in which the checkout offers them. */
  methods: z.prefault(z.array(method).check(z.maxLength(10, sentence('most_entries', { most: 10 }))), [
    { id: 'online' },
    { id: 'invoice' },
  ]),
  /** How long the buyer of an invoice has to pay. */
  invoiceDays: z.prefault(z.strictObject({ private: days, organization: days }), {}),
  /** Reminders that are mailed by themselves: days after the due day, and after the first reminder. */
  reminders: z.prefault(
    z.strictObject({
      active: z.prefault(z.boolean(), false),
      firstDays: reminderDays(7),
      secondDays: reminderDays(14),
    }),
    {},
  ),
  /** Of invoices and credit notes, which share a series, from the next one on. */
  invoicePrefix: z.prefault(invoicePrefix, 'F'),
})

export type PaymentSettings = z.output<typeof paymentSettings>

/** Rules between the settings of payment, each reported at the setting to change. */
export function paymentFaults({ methods }: PaymentSettings): SettingsFault[] {
  const ids = methods.map(({ id }) => id)
  const fault = (name: string, code: ReasonCode, values?: Reason['values']) =>
    faultAt(`payment.methods${name}`, code, values)
  return [
    ...(new Set(ids).size < ids.length ? [fault('', 'method_twice')] : []),
    ...(methods.some(({ active, countries }) => active && countries.length > 0) ? [] : [fault('', 'no_method')]),
    ...methods.flatMap(({ id, countries, least, most }) => [
      ...(new Set(countries).size < countries.length ? [fault(`.${id}.countries`, 'country_twice')] : []),
      ...(most !== '' && (minorOf(least) ?? 0) > (minorOf(most) ?? 0)
        ? [fault(`.${id}.most`, 'below_least', { id })]
        : []),
    ]),
  ]
}

/** An order to pay: where its goods go, who buys, and what is due in the base currency. */
export type OrderToPay = { country: string; kind: CustomerKind; due: Minor }

/** Lists the methods for an order, in the merchant's order; without kind or sum those that some orders may use. */
export function methodsFor(
  { methods }: PaymentSettings,
  { country, kind, due }: Pick<OrderToPay, 'country'> & Partial<OrderToPay>,
): PaymentMethodId[] {
  return methods
    .filter(({ active, countries }) => active && (countries.includes('*') || countries.includes(country)))
    .filter(({ customers }) => kind === undefined || customers.includes(kind))
    .filter(
      ({ least, most }) =>
        due === undefined || (due >= (minorOf(least) ?? 0) && due <= (minorOf(most) ?? Number.POSITIVE_INFINITY)),
    )
    .map(({ id }) => id)
}
