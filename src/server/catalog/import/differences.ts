import { languages } from '../../../domain/places/locales.ts'
import { plainAmount } from '../../../i18n/money.ts'
import type { ProductRecord } from '../maintenance/product-record.ts'

/** A field of a product whose value an import changes; '' stands for none. */
export type Difference = { field: string; before: string; after: string }

/** A long text is shown by its beginning. */
const maxLength = 80

/** Lists what differs between what the shop has and what a feed says, field by field. */
export function differences(before: ProductRecord, after: ProductRecord): Difference[] {
  const documents = after.documents ?? before.documents
  const [old, next] = [fieldsOf(before), fieldsOf({ ...after, documents })]
  return [...new Set([...old.keys(), ...next.keys()])].flatMap((field) => {
    const [was, is] = [old.get(field) ?? '', next.get(field) ?? '']
    return was === is ? [] : [{ field, before: shortened(was), after: shortened(is) }]
  })
}

function shortened(text: string): string {
  return text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text
}

function fieldsOf(record: ProductRecord): Map<string, string> {
  const yes = (is: boolean | undefined): string => (is ? 'yes' : '')
  return new Map([
    ['article number', record.sku],
    ...textFields(record),
    ['brand', record.brand_id ?? ''],
    ['main category', record.main_category_id ?? ''],
    ['categories', record.category_ids.toSorted().join(', ')],
    ...priceFields(record),
    ...campaignFields(record),
    ['stock', record.stock ? String(record.stock.on_hand) : ''],
    ['incoming', record.stock?.incoming_at?.slice(0, 10) ?? ''],
    ...attributeFields(record),
    ['part numbers', listOf(record.part_numbers.map(({ number, kind }) => `${number} (${kind})`))],
    ['devices', listOf(record.device_ids)],
    ['relations', listOf(record.relations.map(({ kind, related_id: id }) => `${kind} ${id}`))],
    ['pieces', listOf(record.set_items.map(({ product_id: id, quantity }) => `${quantity} x ${id}`))],
    ['pictures', record.picture_ids.join(', ')],
    ['documents', listOf((record.documents ?? []).map(({ id, title_en: en, title_sv: sv }) => `${id} ${en} ${sv}`))],
    ['weight', weightText(record)],
    ['status', record.status],
    ['VAT class', record.vat_class],
    ['variant of', record.parent_id ?? ''],
    ['group', record.group_id ?? ''],
    ['group size', String(record.group_size)],
    ['discount category', record.discount_category ?? ''],
    ['subscription days', record.subscription_days.join(', ')],
    ['decoration', record.decoration],
    ['popularity', String(record.popularity)],
    ['feed', record.feed ?? ''],
    ['free', yes(record.free)],
    ['back in stock mails', yes(record.notifyable)],
  ])
}

const weightText = ({ weight_grams: grams, weight_assumed: assumed }: ProductRecord): string =>
  `${grams} g${assumed ? ' (assumed)' : ''}`

const listOf = (items: readonly string[]): string => items.toSorted().join(', ')

function textFields({ texts }: ProductRecord): [string, string][] {
  return languages.flatMap((language): [string, string][] => {
    const { name, prefix, description, label } = texts[language]
    return [
      [`name (${language})`, name],
      [`prefix (${language})`, prefix],
      [`description (${language})`, description],
      [`label (${language})`, label],
    ]
  })
}

function priceFields({ prices }: ProductRecord): [string, string][] {
  return prices.map(({ currency, min_quantity: from, amount }) => [
    `price in ${currency}${from > 1 ? ` from ${from}` : ''}`,
    plainAmount(amount, currency),
  ])
}

function campaignFields({ campaign }: ProductRecord): [string, string][] {
  if (!campaign) return []
  return [
    ...campaign.prices.map(({ currency, amount }): [string, string] => [
      `reduced price in ${currency}`,
      plainAmount(amount, currency),
    ]),
    ['reduced from', campaign.starts_at?.slice(0, 10) ?? ''],
    ['reduced until', campaign.ends_at?.slice(0, 10) ?? ''],
  ]
}

function attributeFields({ attributes }: ProductRecord): [string, string][] {
  const values = Map.groupBy(attributes, (attribute) => attribute.attribute_id)
  return [...values].map(([id, rows]) => [`attribute ${id}`, rows.map(({ value }) => value).join(', ')])
}
