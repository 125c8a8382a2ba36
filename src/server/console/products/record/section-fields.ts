import type { ProductSectionName } from '../../../../contracts/console/product.ts'
import { productType } from '../../../../domain/products/products.ts'
import type { SectionsOf } from './sections-of.ts'

/** Swedish stands before English on this page. */
const fieldPerLanguage = (key: string) => [`${key}_sv`, `${key}_en`]

/** The fields of each form in their order; attributes and prices depend on the product and the shop. */
const fields: Partial<Record<ProductSectionName, readonly string[]>> = {
  texts: ['name', 'prefix', 'label', 'description', 'slug'].flatMap(fieldPerLanguage),
  details: [
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
    'subscription_days',
    'decoration',
    'popularity',
    'position',
    'back_in_stock_mails',
  ],
  numbers: ['sku', 'numbers_ean', 'numbers_maker', 'numbers_replaces', 'numbers_own'],
  prices: ['campaign_price', 'campaign_from', 'campaign_until', 'free'],
  stock: ['stock', 'shelf', 'level', 'incoming'],
  links: ['pieces', 'devices', 'related_successor', 'related_alternative', 'related_accessory', 'related_bundle'],
}

/** The fields that a form of this product has. */
export function fieldsIn(section: ProductSectionName, of: SectionsOf): string[] {
  if (section === 'attributes') return attributesOf(of)
  const prices = section === 'prices' && !of.isPriceFixed ? of.currencies.map((currency) => `price_${currency}`) : []
  return [...prices, ...(fields[section] ?? [])].filter((field) => hasField(section, field, of))
}

function hasField(section: ProductSectionName, field: string, { state: { record, units } }: SectionsOf): boolean {
  if (section === 'stock') return units !== null
  if (section === 'prices') return record.type !== productType.variant
  if (field.startsWith('label_') || field === 'position') return record.parent_id !== null
  return field !== 'pieces' || record.type === productType.set
}

function attributesOf({ state, usual }: SectionsOf): string[] {
  const own = state.record.attributes.map(({ attribute_id: id }) => id)
  return [...new Set([...own, ...usual])].map((id) => `attribute:${id}`)
}
