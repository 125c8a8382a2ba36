import { productStatuses } from '../../../../contracts/console/products.ts'
import { optionAttributes, type OptionValues } from '../../../../domain/products/variant-options.ts'
import type { Needed } from '../../../../domain/staff/permissions.ts'
import { fieldLabel } from '../../../../i18n/product-field-words.ts'
import type { Translate } from '../../../../i18n/translator.ts'
import type { ProductRecord } from '../../../catalog/maintenance/product-record.ts'
import { may } from '../../../identity/staff/staff-session.ts'
import type { ConsoleContext } from '../../frame/console-context.ts'
import type { RecordNames } from '../record/record-names.ts'

/** A column of the table: a field of a product's record, by the name that its own page gives it. */
export type VariantColumn = {
  readonly name: string
  readonly label: string
  readonly permission: Extract<Needed, 'products.change' | 'prices.change'>
  readonly maxlength: number
}

const maxLengths: Readonly<Record<string, number>> = { position: 7, label_sv: 120, label_en: 120, stock: 7 }

export function valuesOf({ attributes }: Pick<ProductRecord, 'attributes'>): OptionValues {
  const byId = Map.groupBy(attributes, ({ attribute_id: id }) => id)
  return new Map([...byId].map(([id, rows]) => [id, rows.map(({ value }) => value)]))
}

/** The attributes in which variants differ. */
export function optionsOf(parent: ProductRecord, variants: readonly ProductRecord[]): string[] {
  return optionAttributes(valuesOf(parent), variants.map(valuesOf))
}

/** The columns of the table, those that are changed every day first. */
export function variantColumns(
  { shop, request }: Pick<ConsoleContext, 'shop' | 'request'>,
  names: RecordNames,
  options: readonly string[],
): VariantColumn[] {
  const price = `price_${shop.settings.all.home.currency}`
  const fields = ['status', price, 'stock', ...options.map((id) => `attribute:${id}`)]
  return [...fields, 'label_sv', 'label_en', 'numbers_ean', 'numbers_maker', 'position'].map((name) => ({
    name,
    label: labelOf(name, names, request.locals.t),
    permission: name === price ? 'prices.change' : 'products.change',
    maxlength: maxLengths[name] ?? 1_000,
  }))
}

const short = ['position', 'label_sv', 'label_en', 'stock', 'numbers_maker'] as const

function labelOf(name: string, { attributeList }: RecordNames, t: Translate): string {
  const known = short.find((each) => each === name)
  if (known) return t(`console-variants:column.${known}`)
  if (name.startsWith('price_')) return t('console-variants:column.price', { currency: name.slice('price_'.length) })
  const attributes = attributeList.map((each) => [each.id, withUnit(each)] as const)
  return fieldLabel(name, t, new Map(attributes))
}

export const withUnit = ({ name, unit }: { name: string; unit: string }): string =>
  unit === '' ? name : `${name} (${unit})`

/** The columns that a person may write. */
export function writable(
  { session }: Pick<ConsoleContext, 'session'>,
  columns: readonly VariantColumn[],
): VariantColumn[] {
  return columns.filter(({ permission }) => may(session, permission))
}

export function statusOptions(t: Translate) {
  return productStatuses.map((value) => ({ value, label: t(`console-products:status.${value}`) }))
}

/** The name of a field of a row in the form, without what it begins with. */
export const keyOf = (id: string, column: string): string => `${id} ${column}`
