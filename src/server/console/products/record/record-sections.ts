import type { ProductSectionName } from '../../../../contracts/console/product.ts'

/** How a field is written: a line, a text, an item in each line, a box to tick, or one of some values. */
export type FieldKind = 'line' | 'long' | 'lines' | 'yes'

const texts = /^(?:name|prefix|label|slug|description)_(?:en|sv)$/
const details = new RegExp(
  '^(?:status|brand|category|more_categories|tags|vat_class|discount_category|group|group_size|weight_grams|' +
    'weight_assumed|decoration|back_in_stock_mails|popularity|position|subscription_days)$',
)

/** Which fields each form of the page has. */
const fieldsOf: Record<ProductSectionName, RegExp> = {
  texts,
  details,
  numbers: /^(?:sku|numbers_(?:ean|maker|replaces|own))$/,
  attributes: /^attribute:/,
  prices: /^(?:price_[A-Z]{3}|free|campaign_(?:price|from|until))$/,
  stock: /^(?:stock|incoming|level|shelf)$/,
  links: /^(?:devices|pieces|related_(?:accessory|bundle|alternative|successor))$/,
  documents: /^document_titles_(?:en|sv)$/,
  pictures: /^picture_texts_(?:en|sv)$/,
}

export function isOfSection(section: ProductSectionName, field: string): boolean {
  return fieldsOf[section].test(field)
}

const lines = new RegExp(
  '^(?:more_categories|tags|subscription_days|numbers_.+|attribute:.+|price_.+|devices|pieces|related_.+|' +
    '(?:picture_texts|document_titles)_.+)$',
)

export function kindOfField(field: string): FieldKind {
  if (field.startsWith('description_')) return 'long'
  if (/^(?:free|weight_assumed|back_in_stock_mails)$/.test(field)) return 'yes'
  return lines.test(field) ? 'lines' : 'line'
}
