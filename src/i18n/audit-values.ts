import { z } from 'zod/mini'
import { currencyCodes } from '../domain/money/currencies.ts'
import { priceEndings } from '../domain/money/price-endings.ts'
import { priceRule } from '../domain/money/price-rule-schema.ts'
import type { Language } from '../domain/places/locales.ts'
import { attributeKinds } from '../domain/products/attribute-kinds.ts'
import { productChoice } from '../domain/products/product-choice.ts'
import { settingKind } from '../domain/settings/settings-shape.ts'
import { auditValueOf, type AuditValue } from './audit-fields.ts'
import { auditName, type AuditFieldValue, type AuditNames, type AuditReader } from './audit-names.ts'
import { recordField } from './audit-record-fields.ts'
import { recordValueText } from './audit-record-values.ts'
import { formatMoment, formatNumber, formatPercent } from './formats.ts'
import { documentAmount } from './money.ts'
import { choiceText, ruleWords } from './price-words.ts'
import { choiceWord, settingValue } from './setting-words.ts'
import { numberField } from './typed-numbers.ts'

const types = ['standard', 'variant', 'set'] as const
const statuses = ['published', 'draft'] as const
const moment = z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z$/))
const currency = z.enum(currencyCodes)
const amounts = z.partialRecord(currency, z.int())
const prices = z.array(z.object({ currency, min_quantity: z.int(), amount: z.int() }))
const flags: Readonly<Record<string, boolean>> = { '1': true, true: true, '0': false, false: false }

/** Writes a value of the log in the reader's notation; undefined where it is not what the field usually has. */
type Write = (value: string, reader: AuditReader) => string | undefined
const writers: Readonly<Record<AuditValue, Write>> = {
  text: (value) => value,
  amounts: (value, { language }) =>
    mapJson(amounts, value, (all) =>
      Object.entries(all).map(([code, amount]) => documentAmount(amount ?? 0, currency.parse(code), language)),
    )?.join(', '),
  attribute_kind: (value, { t }) => {
    const kind = attributeKinds.find((each) => each === value)
    return kind && t(`console-catalogue:kind.${kind}`)
  },
  choice: (value, reader) => mapJson(productChoice, value, (choice) => choiceText(choice, withBase(reader))),
  ending: (value, { t }) => {
    const ending = priceEndings.find((each) => each === value)
    return ending && t(`console-prices:ending.${ending}`)
  },
  flag: (value, { t }) => {
    const is = flags[value]
    return is === undefined ? undefined : t(is ? 'console:yes' : 'console:no')
  },
  home_money: (value, { language, home }) =>
    mapJson(z.int(), value, (amount) => documentAmount(amount, home.currency, language)),
  attributes: (value, { names }) => idsText('attribute', value, names),
  category_id: (value, { names }) => auditName(names, 'category', value),
  customer: (value, { names }) => auditName(names, 'customer', value),
  customers: (value, { names }) => idsText('customer', value, names),
  organization: (value, { names }) => auditName(names, 'organization', value),
  organizations: (value, { names }) => idsText('organization', value, names),
  percent: (value, { language }) => mapJson(z.number(), value, (number) => formatPercent(number, language)),
  // Prices from several quantities are joined by bars in the log.
  typed: (value, { language }) => numberField(value, language).replaceAll('|', '; '),
  yes_no: (value, { t }) => ({ yes: t('console:yes'), no: t('console:no') })[value],
  list: (value) => mapJson(z.array(z.string()), value, (all) => all.join(', ')),
  moment: (value, { t, ...reader }) => {
    if (value.startsWith('9999-')) return t('console-prices:no_end')
    return moment.safeParse(value).success ? formatMoment(value, reader) : undefined
  },
  number: (value, { language }) => mapJson(z.number(), value, (number) => formatRate(number, language)),
  prices: (value, { language }) =>
    mapJson(prices, value, (all) => all.map((price) => priceText(price, language)).join(', ')),
  product_status: (value, { t }) => {
    const status = statuses.find((each) => each === value)
    return status && t(`console-products:status.${status}`)
  },
  product_type: (value, { t }) => {
    const type = types.find((each) => each === value)
    return type && t(`console-product:new.types.${type}`)
  },
  rule: (value, reader) => mapJson(priceRule, value, (rule) => ruleWords(rule, withBase(reader))),
  texts: (value, { language }) =>
    mapJson(z.object({ sv: z.string(), en: z.string() }), value, ({ sv, en }) =>
      (language === 'sv' ? [sv, en] : [en, sv]).join(' · '),
    ),
}

/** A value of the log as the forms show it; one that the shop does not know stays as the log has it. */
export function auditValueText(at: AuditFieldValue, reader: AuditReader): string {
  const { kind, field, value } = at
  if (value === '') return ''
  if (kind === 'settings') return settingText(field, value, reader)
  // Fields of content have a language before their name.
  const record = recordField(kind, kind === 'content' ? field.replace(/^(?:sv|en)\./, '') : field)
  const text = record ? recordValueText(record.value, at, reader) : writers[auditValueOf(kind, field)](value, reader)
  return text ?? value
}

/** A setting as its form has it. */
function settingText(name: string, value: string, { t, language }: AuditReader): string {
  const kind = settingKind(name.split('.'))
  if (kind === 'choice') return choiceWord(t, value, name.split('.'))
  if (kind === 'number') return numberField(value, language)
  const read = kind === 'text' ? value : z.json().safeParse(parseJson(value)).data
  return read === undefined ? value : settingValue(t, read, name.split('.'))
}

/** Records by name; those that are gone by their ids. */
function idsText(kind: string, value: string, names: AuditNames | undefined): string | undefined {
  return mapJson(z.array(z.string()), value, (all) => all.map((id) => auditName(names, kind, id) ?? id).join(', '))
}

function mapJson<Value>(schema: z.ZodMiniType<Value>, text: string, write: (value: Value) => string): string | undefined
function mapJson<Value>(
  schema: z.ZodMiniType<Value>,
  text: string,
  write: (value: Value) => string[],
): string[] | undefined
function mapJson<Value>(schema: z.ZodMiniType<Value>, text: string, write: (value: Value) => unknown): unknown {
  const read = schema.safeParse(parseJson(text))
  return read.success ? write(read.data) : undefined
}

/** A long list is cut off in the log, and so is no JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const withBase = ({ t, language, home }: AuditReader) => ({ t, language, base: home.currency })

/** Rates have more decimals than other numbers. */
function formatRate(value: number, language: Language): string {
  const [, decimals = ''] = String(value).split('.')
  return decimals.length > 2 ? String(value).replace('.', language === 'sv' ? ',' : '.') : formatNumber(value, language)
}

function priceText(price: z.output<typeof prices>[number], language: Language): string {
  const amount = documentAmount(price.amount, price.currency, language)
  return price.min_quantity > 1 ? `${price.min_quantity}+: ${amount}` : amount
}
