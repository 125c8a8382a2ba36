import {
  productSections,
  type ProductField,
  type ProductSection,
  type ProductSectionName,
} from '../../../../contracts/console/product.ts'
import { productStatuses } from '../../../../contracts/console/products.ts'
import { fieldLabel } from '../../../../i18n/product-field-words.ts'
import { vatClassName } from '../../../../i18n/vat-class-name.ts'
import { hintOf } from './field-hints.ts'
import { shownCell } from './record-cells.ts'
import type { RecordNames } from './record-names.ts'
import { kindOfField } from './record-sections.ts'
import { fieldsIn } from './section-fields.ts'
import type { SectionsOf } from './sections-of.ts'

/** The forms of a product's page. */
export function sectionsOf(of: SectionsOf): ProductSection[] {
  const { may } = of
  return productSections.map((name) => ({
    name,
    fields: fieldsIn(name, of).map((field) => fieldOf(field, of)),
    mayChange: name === 'prices' ? may.prices : may.change,
    notes: notesOf(name, of),
  }))
}

function notesOf(name: ProductSectionName, { t, isPriceFixed, state }: SectionsOf): string[] {
  if (name === 'prices' && isPriceFixed) return [t('console-product:note.follows_cost')]
  return name === 'stock' && state.units === null ? [t('console-product:note.no_stock')] : []
}

const maxLengths: Readonly<Record<string, number>> = {
  name: 250,
  prefix: 120,
  slug: 250,
  label: 120,
  description: 20_000,
}
const required = /^(?:name_(?:sv|en)|sku|status|vat_class)$/

function fieldOf(name: string, of: SectionsOf): ProductField {
  const value = shownCell(name, of.cells.get(name) ?? '')
  const hint = hintOf(name, of)
  return {
    name: `field:${name}`,
    label: fieldLabel(name, of.t, attributeNames(of.names)),
    value,
    isRequired: required.test(name),
    ...(hint === '' ? {} : { hint }),
    ...shapeOf(name, value),
    ...looksOf(name, value, of),
  }
}

function attributeNames({ attributeList }: RecordNames): Map<string, string> {
  return new Map(attributeList.map(({ id, name, unit }) => [id, unit === '' ? name : `${name} (${unit})`]))
}

/** How large a field is, and in which language. */
function shapeOf(name: string, value: string): Partial<ProductField> {
  const [, key = '', language] = /^(\w+)_(sv|en)$/.exec(name) ?? []
  const max = maxLengths[key]
  const shape: Partial<ProductField> = {
    ...(language === 'sv' || language === 'en' ? { language } : {}),
    ...(max === undefined ? {} : { maxlength: max }),
  }
  const kind = kindOfField(name)
  if (kind === 'yes') return { ...shape, isTick: true }
  if (kind === 'long') return { ...shape, rows: 10 }
  return kind === 'lines' ? { ...shape, rows: Math.min(8, value.split('\n').length) } : shape
}

function looksOf(name: string, value: string, { vatClasses, t }: SectionsOf): Partial<ProductField> {
  if (name === 'status')
    return { options: productStatuses.map((each) => ({ value: each, label: t(`console-products:status.${each}`) })) }
  if (name === 'vat_class')
    return {
      options: [...new Set([...vatClasses, value])].map((each) => ({ value: each, label: vatClassName(each, t) })),
    }
  if (name === 'brand') return { list: 'brands' }
  if (name === 'category') return { list: 'categories' }
  if (name === 'discount_category') return { list: 'discount-categories' }
  if (/^(?:incoming|campaign_(?:from|until))$/.test(name)) return { type: 'date' }
  if (/^(?:stock|level|group_size|weight_grams|popularity|position)$/.test(name)) return { inputmode: 'numeric' }
  return name === 'campaign_price' ? { inputmode: 'decimal' } : {}
}
