import { z } from 'zod/mini'
import { currencyCodes } from '../domain/money/currencies.ts'
import { readSchedule } from '../domain/settings/source-schedule.ts'
import { permissions as allPermissions } from '../domain/staff/permissions.ts'
import { auditName, type AuditFieldValue, type AuditReader } from './audit-names.ts'
import content from './en/console-content.json' with { type: 'json' }
import cards from './en/console-gift-cards.json' with { type: 'json' }
import invoices from './en/console-invoices.json' with { type: 'json' }
import orders from './en/console-orders.json' with { type: 'json' }
import organizations from './en/console-organizations.json' with { type: 'json' }
import packing from './en/console-packing.json' with { type: 'json' }
import payments from './en/console-payments.json' with { type: 'json' }
import sales from './en/console-sales.json' with { type: 'json' }
import subscriptions from './en/console-subscriptions.json' with { type: 'json' }
import english from './en/console.json' with { type: 'json' }
import { formatDay, formatMoment, formatNumber, formatPercent } from './formats.ts'
import { documentAmount } from './money.ts'
import { refundReason } from './refund-reasons.ts'
import type { TextKey, Translate } from './translator.ts'

/** Writes a value of the log for its reader; undefined for a value that the field usually does not have. */
type Write = (at: AuditFieldValue, reader: AuditReader) => string | undefined

const minuteMs = 60_000
const moment = z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z$/))
const day = z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/))
const text = z.string()
const amount = z.int()
const counts = z.record(text, z.number())

/** The text of one of these names. */
const named =
  (names: object, beginning: string): Write =>
  ({ value }, { t }) =>
    nameIn(names, beginning, value, t)

function nameIn(names: object, beginning: string, value: string, t: Translate): string | undefined {
  return Object.hasOwn(names, value) ? t(`${beginning}.${value}` as TextKey) : undefined
}

const moneyOf = (at: AuditFieldValue, { language, names }: AuditReader): ((minor: number) => string) | undefined => {
  const known = auditName(names, `currency of ${at.kind}`, at.subjectId ?? '')
  const currency = currencyCodes.find((code) => code === known)
  return currency && ((minor) => documentAmount(minor, currency, language))
}

/** Amounts without the currency of the record are not written as money: it may be gone. */
const money: Write = (at, reader) => json(amount, at, moneyOf(at, reader) ?? (() => undefined))
const listOf =
  <Each>(schema: z.ZodMiniType<Each>, write: (each: Each, at: AuditFieldValue, reader: AuditReader) => string): Write =>
  (at, reader) =>
    json(z.array(schema), at, (all) => all.map((each) => write(each, at, reader)).join(', '))
const recordOf =
  (write: (name: string, value: number, reader: AuditReader) => string): Write =>
  (at, reader) =>
    json(counts, at, (all) =>
      Object.entries(all)
        .map(([name, value]) => write(name, value, reader))
        .join(', '),
    )

const sum = (minor: number, at: AuditFieldValue, reader: AuditReader): string =>
  moneyOf(at, reader)?.(minor) ?? String(minor)
const because = (reason: string, t: Translate) => (reason === '' ? '' : ` (${refundReason(reason, t)})`)
const dayText = (value: string, reader: AuditReader) =>
  day.safeParse(value).success ? formatDay(value, reader) : value
const momentText = (value: string, reader: AuditReader) =>
  moment.safeParse(value).success ? formatMoment(value, reader) : value
const units = (sku: string, count: number, { language }: AuditReader) => `${formatNumber(count, language)} × ${sku}`
const roleIn = (role: string, t: Translate) =>
  nameIn(organizations.roles, 'console-organizations:roles', role, t) ?? role

const writers = {
  as_is: ({ value }) => value,
  at: ({ value }, reader) => momentText(value, reader),
  day: ({ value }, reader) => dayText(value, reader),
  days: listOf(text, (each, _at, reader) => dayText(each, reader)),
  secret: () => '•••',
  count: (at, { language }) => json(z.array(z.unknown()), at, ({ length }) => formatNumber(length, language)),
  as_number: (at, { language }) => json(z.number(), at, (number) => formatNumber(number, language)),
  texts_of_list: listOf(text, (each) => each),
  yes_or_no: ({ value }, { t }) =>
    ({ '1': t('console:yes'), true: t('console:yes'), '0': t('console:no'), false: t('console:no') })[value],
  money,
  money_of_home: (at, { language, home }) =>
    json(amount, at, (minor) => documentAmount(minor, home.currency, language)),
  units: recordOf(units),
  // The log has the place of a line before its article number.
  placed_units: recordOf((name, count, reader) => units(name.replace(/^\d+ /, ''), count, reader)),
  percents: recordOf((name, percent, { language }) => `${name} ${formatPercent(percent, language)}`),
  prices_by_sku: (at, reader) =>
    json(z.record(text, z.nullable(amount)), at, (all) =>
      Object.entries(all)
        .map(([sku, price]) => `${sku}: ${price === null ? '–' : sum(price, at, reader)}`)
        .join(', '),
    ),
  parcels: listOf(z.tuple([text, text, z.nullable(text)]), ([carrier, tracking, at], _at, reader) => {
    const parcel = [carrier, tracking].filter((each) => each !== '').join(' ') || reader.t('console-audit:value.parcel')
    return at === null
      ? parcel
      : `${parcel} (${reader.t('console-orders:delivered_at', { time: momentText(at, reader) })})`
  }),
  refunds: listOf(
    z.tuple([z.nullable(text), amount, text]),
    ([number, minor, reason], at, reader) =>
      `${[number ?? '', sum(minor, at, reader)].join(' ').trim()}${because(reason, reader.t)}`,
  ),
  payment_refunds: listOf(z.tuple([amount, text, text]), ([minor, status, reason], at, reader) => {
    const state = nameIn(payments.refund_status, 'console-payments:refund_status', status, reader.t) ?? status
    return `${sum(minor, at, reader)}, ${state}${because(reason, reader.t)}`
  }),
  invoice_payments: listOf(z.tuple([text, text, amount, text]), ([kind, on, minor, reference], at, reader) => {
    const what = nameIn(invoices.kind, 'console-invoices:kind', kind, reader.t) ?? kind
    return `${dayText(on, reader)}: ${sum(minor, at, reader)}, ${what}${reference === '' ? '' : ` (${reference})`}`
  }),
  return_lines: listOf(z.tuple([z.int(), z.int(), z.int()]), ([received, restocked, refunded], _at, { t }) =>
    t('console-audit:value.return_line', { received, restocked, refunded }),
  ),
  renewals: listOf(text, (each, _at, reader) => {
    const [due = '', state = ''] = each.split(' ')
    const word = nameIn(subscriptions.renewal, 'console-subscriptions:renewal', state, reader.t)
    return `${momentText(due, reader)}: ${word ?? state}`
  }),
  members: (at, { t, names }) =>
    json(z.record(text, text), at, (all) =>
      Object.entries(all)
        .map(([id, role]) => `${auditName(names, 'customer', id) ?? id} (${roleIn(role, t)})`)
        .join(', '),
    ),
  invitations: listOf(text, (each, _at, { t, names }) => {
    const [id = '', role = ''] = each.split(' ')
    return `${auditName(names, 'invitation', id) ?? id} (${roleIn(role, t)})`
  }),
  permissions: (at, { t }) => json(z.array(text), at, (all) => permissionsText(all, t)),
  schedule: ({ value }, { t }) => {
    const schedule = readSchedule(value)
    if (!schedule) return undefined
    return 'at' in schedule
      ? t('console-sources:schedule.daily', { time: schedule.at })
      : t('console-sources:schedule.every', { count: schedule.everyMs / minuteMs })
  },
  delivery_method: ({ value }, { names }) => auditName(names, 'delivery method', value),
  language: named({ sv: '', en: '' }, 'console-content:language'),
  role: named(english.role, 'console:role'),
  hold: named(orders.told.hold, 'console-orders:told.hold'),
  order_status: named(orders.state, 'console-orders:state'),
  return_status: named(packing.return_status, 'console-packing:return_status'),
  invoice_state: named(invoices.state, 'console-invoices:state'),
  payment_status: named(payments.status, 'console-payments:status'),
  // The log has the stored status; whether such a card has expired or is used up is no part of it.
  card_status: ({ value }, { t }) =>
    nameIn(cards.state, 'console-gift-cards:state', value === 'live' ? 'active' : value, t),
  subscription_status: named(subscriptions.state, 'console-subscriptions:state'),
  quote_status: named(sales.quote_state, 'console-sales:quote_state'),
  request_status: named(sales.request_state, 'console-sales:request_state'),
  content_state: named(content.state, 'console-content:state'),
} as const satisfies Readonly<Record<string, Write>>

export type RecordValue = keyof typeof writers

/** Writes a value of a record; undefined where it is not what the field usually has. */
export function recordValueText(value: RecordValue, at: AuditFieldValue, reader: AuditReader): string | undefined {
  const write: Write = writers[value]
  return write(at, reader)
}

/** What a role may do, by area: `Orders: see, change`. */
function permissionsText(all: readonly string[], t: Translate): string {
  const known = allPermissions.filter((each) => all.includes(each))
  const areas = [...Map.groupBy(known, (each) => each.split('.')[0] ?? '')]
  const words = areas.map(([area, own]) => {
    const verbs = own.map((each) => t(`console:verb.${each.split('.')[1]}` as TextKey))
    return `${t(`console:permission_area.${area}` as TextKey)}: ${verbs.join(', ')}`
  })
  return [...words, ...all.filter((each) => !known.some((one) => one === each))].join('; ')
}

function json<Value>(
  schema: z.ZodMiniType<Value>,
  { value }: AuditFieldValue,
  write: (value: Value) => string | undefined,
): string | undefined {
  let read: unknown
  try {
    read = JSON.parse(value)
  } catch {
    // A long list is cut off in the log, and so is no JSON.
    return undefined
  }
  const parsed = schema.safeParse(read)
  return parsed.success ? write(parsed.data) : undefined
}
