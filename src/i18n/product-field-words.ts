import type { Translate } from './translator.ts'

/** Fields with a text under `console-product:field`; others are prices and attributes. */
const named = [
  'name',
  'prefix',
  'label',
  'slug',
  'description',
  'status',
  'brand',
  'category',
  'more_categories',
  'tags',
  'vat_class',
  'discount_category',
  'group',
  'group_size',
  'weight_grams',
  'weight_assumed',
  'decoration',
  'free',
  'back_in_stock_mails',
  'popularity',
  'position',
  'subscription_days',
  'sku',
  'numbers_ean',
  'numbers_maker',
  'numbers_replaces',
  'numbers_own',
  'campaign_price',
  'campaign_from',
  'campaign_until',
  'stock',
  'incoming',
  'level',
  'shelf',
  'devices',
  'pieces',
  'related_accessory',
  'related_bundle',
  'related_alternative',
  'related_successor',
  'picture_texts',
  'document_titles',
] as const

/** The language and the field of a text, such as `name_sv`. */
const inLanguage = /^(name|prefix|label|slug|description|picture_texts|document_titles)_(en|sv)$/

/** What the page calls a field; an attribute is called by its id where its name is not known. */
export function fieldLabel(field: string, t: Translate, attributes?: ReadonlyMap<string, string>): string {
  const [, text, language] = inLanguage.exec(field) ?? []
  const known = named.find((each) => each === (text ?? field))
  if (known && language)
    return `${t(`console-product:field.${known}`)} (${t(`console-product:language.${toLanguage(language)}`)})`
  if (known) return t(`console-product:field.${known}`)
  const [, currency] = /^price_([A-Z]{3})$/.exec(field) ?? []
  if (currency !== undefined) return t('console-product:field.price', { currency })
  const id = field.replace(/^attribute:/, '')
  return attributes?.get(id) ?? id
}

const toLanguage = (text: string): 'en' | 'sv' => (text === 'sv' ? 'sv' : 'en')
