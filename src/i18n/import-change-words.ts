import type { Home } from '../domain/places/home.ts'
import type { Language } from '../domain/places/locales.ts'
import { auditName, type AuditNames } from './audit-names.ts'
import { formatDay } from './formats.ts'
import { readableAmount } from './money.ts'
import { fieldLabel } from './product-field-words.ts'
import type { TextKey, Translate } from './translator.ts'
import { vatClassName } from './vat-class-name.ts'

/** Fields of a report of an import that the page of a product calls otherwise. */
const onPage: Readonly<Record<string, string>> = {
  'article number': 'sku',
  'main category': 'category',
  categories: 'more_categories',
  'VAT class': 'vat_class',
  'group size': 'group_size',
  weight: 'weight_grams',
  'discount category': 'discount_category',
  'subscription days': 'subscription_days',
  'back in stock mails': 'back_in_stock_mails',
}

const known = new Set([
  'brand',
  'devices',
  'pieces',
  'status',
  'group',
  'decoration',
  'popularity',
  'free',
  'stock',
  'incoming',
  'shelf',
])
/** Fields that it does not show by themselves. */
const others: Readonly<Record<string, TextKey>> = {
  'part numbers': 'console-imports:change.part_numbers',
  relations: 'console-imports:change.relations',
  pictures: 'console-imports:change.pictures',
  documents: 'console-imports:change.documents',
  'variant of': 'console-imports:change.variant_of',
  feed: 'console-imports:change.feed',
  'reduced from': 'console-imports:change.reduced_from',
  'reduced until': 'console-imports:change.reduced_until',
}
/** What a supplier says of a product. */
const offered: Readonly<Record<string, TextKey>> = {
  cost: 'console-imports:offer.cost',
  stock: 'console-imports:offer.stock',
  'delivery days': 'console-imports:offer.delivery_days',
  number: 'console-imports:offer.number',
  'price from cost': 'console-imports:offer.price_from_cost',
}

/** What a field of a report is called in the reader's language; reports name fields in English. */
export function importFieldText(field: string, t: Translate, names: AuditNames): string {
  const page = onPage[field] ?? (known.has(field) ? field : undefined)
  if (page !== undefined) return fieldLabel(page, t)
  const other = Object.hasOwn(others, field) ? others[field] : undefined
  if (other) return t(other)
  return textText(field, t) ?? attributeText(field, names) ?? priceText(field, t) ?? offerText(field, t) ?? field
}

function textText(field: string, t: Translate): string | undefined {
  const [, text, language] = /^(name|prefix|description|label) \((en|sv)\)$/.exec(field) ?? []
  return text && language && fieldLabel(`${text}_${language}`, t)
}

function attributeText(field: string, names: AuditNames): string | undefined {
  const [, id] = /^attribute (.+)$/s.exec(field) ?? []
  return id && (auditName(names, 'attribute', id) ?? id)
}

function priceText(field: string, t: Translate): string | undefined {
  const found = /^(reduced )?price(?: in ([A-Z]{3}))?(?: from (\d+))?$/.exec(field)
  if (!found) return undefined
  const [, reduced, currency, from] = found
  const price = t(reduced ? 'console-imports:role.sale_price' : 'console-imports:role.price')
  const named = currency === undefined ? price : `${price} (${currency})`
  return from === undefined ? named : t('console-imports:change.price_from', { price: named, count: Number(from) })
}

/** A field of what a supplier offers, `cost of acme`. */
function offerText(field: string, t: Translate): string | undefined {
  const [, written, supplier = ''] = /^(.+?) of (.+)$/s.exec(field) ?? []
  const offer = written !== undefined && Object.hasOwn(offered, written) ? offered[written] : undefined
  return offer && t('console-imports:change.of', { field: t(offer), supplier })
}

type Reader = { t: Translate; language: Language; home: Home; names: AuditNames }

/** Kinds of part numbers and of relations. */
const kinds: Readonly<Record<string, TextKey>> = {
  own: 'console-product:field.numbers_own',
  maker: 'console-product:field.numbers_maker',
  replaces: 'console-product:field.numbers_replaces',
  ean: 'console-product:field.numbers_ean',
  accessory: 'console-product:field.related_accessory',
  bundle: 'console-product:field.related_bundle',
  alternative: 'console-product:field.related_alternative',
  successor: 'console-product:field.related_successor',
}
const kindWord = (kind: string, t: Translate) => (Object.hasOwn(kinds, kind) && kinds[kind] ? t(kinds[kind]) : kind)

type Write = (value: string, reader: Reader) => string
const yesOrNo: Write = (value, { t }) => (value === 'yes' ? t('console:yes') : value === 'no' ? t('console:no') : value)
const amount: Write = (value, { language }) => readableAmount(value, language) ?? value
const day: Write = (value, reader) => (/^\d{4}-\d\d-\d\d$/.test(value) ? formatDay(value, reader) : value)
const categoryNames: Write = (value, { names }) =>
  value
    .split(', ')
    .map((id) => auditName(names, 'category', id) ?? id)
    .join(', ')

const writers: Readonly<Record<string, Write>> = {
  status: (value, { t }) =>
    value === 'published' || value === 'draft' ? t(`console-products:status.${value}`) : value,
  'main category': categoryNames,
  categories: categoryNames,
  'VAT class': (value, { t }) => vatClassName(value, t),
  weight: (value, { t }) => {
    const [, weight] = /^(.+) \(assumed\)$/.exec(value) ?? []
    return weight === undefined ? value : t('console-imports:change.assumed', { weight })
  },
  relations: (value, { t }) => value.replaceAll(/(?<=^|, )(\w+)(?= )/g, (kind) => kindWord(kind, t)),
  'part numbers': (value, { t }) => value.replaceAll(/(?<= \()(\w+)(?=\)(?:, |$))/g, (kind) => kindWord(kind, t)),
  free: yesOrNo,
  'back in stock mails': yesOrNo,
  incoming: day,
  'reduced from': day,
  'reduced until': day,
}

/** A value of a report as its reader writes it: amounts, days, states, and categories by their names. */
export function importValueText(field: string, value: string, reader: Reader): string {
  if (Object.hasOwn(writers, field)) return writers[field]?.(value, reader) ?? value
  if (/^(?:attribute|price from cost of) /.test(field)) return yesOrNo(value, reader)
  return /^(?:(?:reduced )?price|cost of )/.test(field) ? amount(value, reader) : value
}
