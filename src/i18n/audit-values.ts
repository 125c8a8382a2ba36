import { z } from 'zod/mini'
import { currencyCodes } from '../domain/money/currencies.ts'
import { priceEndings } from '../domain/money/price-endings.ts'
import { priceRule } from '../domain/money/price-rule-schema.ts'
import type { Home } from '../domain/places/home.ts'
import type { Language } from '../domain/places/locales.ts'
import { attributeKinds } from '../domain/products/attribute-kinds.ts'
import { productChoice } from '../domain/products/product-choice.ts'
import { auditValueOf, type AuditValue } from './audit-fields.ts'
import { formatMoment, formatNumber } from './formats.ts'
import { documentAmount } from './money.ts'
import { choiceText, ruleWords } from './price-words.ts'
import type { Translate } from './translator.ts'

/** Who reads the log, and the shop whose clock and currency count. */
export type AuditReader = { readonly t: Translate; readonly language: Language; readonly home: Home }

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
    inJson(amounts, value, (all) =>
      Object.entries(all).map(([code, amount]) => documentAmount(amount ?? 0, currency.parse(code), language)),
    )?.join(', '),
  attribute_kind: (value, { t }) => {
    const kind = attributeKinds.find((each) => each === value)
    return kind && t(`console-catalogue:kind.${kind}`)
  },
  choice: (value, reader) => inJson(productChoice, value, (choice) => choiceText(choice, withBase(reader))),
  ending: (value, { t }) => {
    const ending = priceEndings.find((each) => each === value)
    return ending && t(`console-prices:ending.${ending}`)
  },
  flag: (value, { t }) => {
    const is = flags[value]
    return is === undefined ? undefined : t(is ? 'console:yes' : 'console:no')
  },
  home_money: (value, { language, home }) =>
    inJson(z.int(), value, (amount) => documentAmount(amount, home.currency, language)),
  list: (value) => inJson(z.array(z.string()), value, (all) => all.join(', ')),
  moment: (value, { t, ...reader }) => {
    if (value.startsWith('9999-')) return t('console-prices:no_end')
    return moment.safeParse(value).success ? formatMoment(value, reader) : undefined
  },
  number: (value, { language }) => inJson(z.number(), value, (number) => formatRate(number, language)),
  prices: (value, { language }) =>
    inJson(prices, value, (all) => all.map((price) => priceText(price, language)).join(', ')),
  product_status: (value, { t }) => {
    const status = statuses.find((each) => each === value)
    return status && t(`console-products:status.${status}`)
  },
  rule: (value, reader) => inJson(priceRule, value, (rule) => ruleWords(rule, withBase(reader))),
  texts: (value, { language }) =>
    inJson(z.object({ sv: z.string(), en: z.string() }), value, ({ sv, en }) =>
      (language === 'sv' ? [sv, en] : [en, sv]).join(' · '),
    ),
}

/** A value of the log as the forms show it; one that the shop does not know stays as the log has it. */
export function auditValueText({ kind, field, value }: AuditFieldValue, reader: AuditReader): string {
  return value === '' ? '' : (writers[auditValueOf(kind, field)](value, reader) ?? value)
}

export type AuditFieldValue = { readonly kind: string; readonly field: string; readonly value: string }

function inJson<Value>(schema: z.ZodMiniType<Value>, text: string, write: (value: Value) => string): string | undefined
function inJson<Value>(
  schema: z.ZodMiniType<Value>,
  text: string,
  write: (value: Value) => string[],
): string[] | undefined
function inJson<Value>(schema: z.ZodMiniType<Value>, text: string, write: (value: Value) => unknown): unknown {
  const read = schema.safeParse(jsonIn(text))
  return read.success ? write(read.data) : undefined
}

/** A long list is cut off in the log, and so is no JSON. */
function jsonIn(text: string): unknown {
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
