import type {
  ProductVariantsPage,
  VariantField,
  VariantOption,
  VariantResult,
  VariantRow,
} from '../../../../contracts/console/product-variants.ts'
import type { Language } from '../../../../domain/places/locales.ts'
import { productType } from '../../../../domain/products/products.ts'
import { valuesOfOption } from '../../../../domain/products/variant-options.ts'
import { pricedByCost } from '../../../catalog/import/supply/offer-queries.ts'
import type { ProductRecord } from '../../../catalog/maintenance/product-record.ts'
import { storedRecords } from '../../../catalog/maintenance/stored-records.ts'
import { may } from '../../../identity/staff/staff-session.ts'
import type { ConsoleContext } from '../../frame/console-context.ts'
import { valueNames, type ValueNames } from '../record/called-values.ts'
import { productLink } from '../record/product-link.ts'
import { shownCell } from '../record/record-cells.ts'
import { recordColumns } from '../record/record-columns.ts'
import { recordNames, type RecordNames } from '../record/record-names.ts'
import { kindOfField } from '../record/record-sections.ts'
import { countVariants, productAt } from '../record/record-state-queries.ts'
import { cellsOf, recordStates, type RecordState } from '../record/record-state.ts'
import { keyOf, optionsOf, statusOptions, variantColumns, writable, type VariantColumn } from './variant-columns.ts'
import { variantsOf } from './variant-queries.ts'

/** The table shows as many; a product is given no more by these forms. */
export const maxVariants = 200

/** Why a row was refused, and the field that is to blame, if one is. */
export type RowFault = { readonly text: string; readonly field: string | undefined }
export type Saved = {
  readonly results: readonly VariantResult[]
  readonly faults: ReadonlyMap<string, RowFault>
  readonly typed: Readonly<Record<string, string>>
}

/** A product of the type variant with its variants; undefined where the address names none. */
export async function requestedVariants({ shop, request, session }: ConsoleContext) {
  const { db, kind } = shop
  const found = await productAt(db, request.params['sku'] ?? '')
  if (!found || found.type !== productType.variant) return undefined
  const [stored] = await storedRecords(db, kind, [found.id])
  if (!stored) return undefined
  const rows = await variantsOf(db, found.id, maxVariants)
  const states = await recordStates(
    db,
    rows.map(({ id }) => id),
  )
  const variants = rows.flatMap(({ id }) => states.find(({ record }) => record.id === id) ?? [])
  const names = await recordNames(db, stored.record, { language: session.staff.language })
  return { parent: stored.record, variants, names }
}

/** Everything that the screen shows, after some rows were saved with what came of each. */
export async function variantsContent(
  context: ConsoleContext,
  saved?: Saved,
): Promise<ProductVariantsPage | undefined> {
  const { shop, session, request } = context
  const requested = await requestedVariants(context)
  if (!requested) return undefined
  const { parent, variants, names } = requested
  const records = variants.map(({ record }) => record)
  const ids = optionsOf(parent, records)
  const columns = variantColumns(context, names, ids)
  const fixed = await pricedByCost(
    shop.db,
    records.map(({ id }) => id),
  )
  const { language } = session.staff
  const reader = { language, valueNames: await valueNames(shop.db, records, language) }
  const of = { context, names, columns, fixed, reader, faults: saved?.faults ?? new Map<string, RowFault>() }
  return {
    id: parent.id,
    sku: parent.sku,
    name: parent.texts[language].name || parent.texts.en.name || parent.texts.sv.name,
    currency: shop.settings.all.home.currency,
    columns: columns.map(({ name, label }) => ({ name, label })),
    rows: variants.map((state) => rowOf(state, of)),
    count: await countVariants(shop.db, parent.id),
    most: maxVariants,
    options: ids.map((id) => optionOf(id, records, { names, valueNames: reader.valueNames })),
    moreAttributes: names.attributeList.flatMap(({ id, name }) => (ids.includes(id) ? [] : [{ id, name }])),
    results: saved?.results ?? [],
    typed: saved?.typed ?? null,
    made: parseNumber(request.url.searchParams.get('made')),
    mayChange: may(session, 'products.change'),
    mayPrice: may(session, 'prices.change'),
  }
}

const parseNumber = (text: string | null): number | null => (/^\d{1,3}$/.test(text ?? '') ? Number(text) : null)

type OptionNames = { names: RecordNames; valueNames: ValueNames }

function optionOf(
  id: string,
  records: readonly ProductRecord[],
  { names, valueNames: called }: OptionNames,
): VariantOption {
  const attributes = records.map(
    ({ attributes: all }) =>
      new Map([[id, all.filter(({ attribute_id: each }) => each === id).map(({ value }) => value)]]),
  )
  const name = names.attributeList.find((each) => each.id === id)?.name ?? id
  const values = valuesOfOption(id, attributes).map((all) => all.map((value) => called(id, value)).join(', '))
  return { id, name, values }
}

type Of = {
  context: ConsoleContext
  names: RecordNames
  columns: readonly VariantColumn[]
  fixed: ReadonlySet<string>
  faults: ReadonlyMap<string, RowFault>
  reader: { language: Language; valueNames: ValueNames }
}

function rowOf(state: RecordState, { context, names, columns, fixed, faults, reader }: Of): VariantRow {
  const { id, sku, status } = state.record
  const shown = recordColumns(names, context.shop.settings.all)
  const cells = cellsOf(state, { names, columns: shown, reader })
  const fault = faults.get(id)
  const open = new Set(writable(context, columns).map(({ name }) => name))
  const fields = columns.map((column): VariantField => {
    const value = shownCell(column.name, cells.get(column.name) ?? '')
    const isOwn = column.name !== 'stock' || state.units !== null
    const isFixed = column.name.startsWith('price_') && fixed.has(id)
    return {
      column: column.name,
      name: `field:${keyOf(id, column.name)}`,
      label: `${column.label}, ${sku}`,
      value,
      isField: open.has(column.name) && isOwn && !isFixed,
      isTall: kindOfField(column.name) === 'lines',
      ...(column.name === 'status' ? { options: statusOptions(context.request.locals.t) } : {}),
      ...inputOf(column.name),
      maxlength: column.maxlength,
      fault: fault?.field === column.name ? fault.text : null,
    }
  })
  const isAtField = fields.some((field) => field.fault !== null)
  return { id, sku, address: productLink({ id, sku }), status, fields, fault: isAtField ? null : (fault?.text ?? null) }
}

function inputOf(column: string): Partial<VariantField> {
  if (column === 'stock' || column === 'position' || column === 'numbers_ean') return { inputmode: 'numeric' }
  return column.startsWith('price_') ? { inputmode: 'decimal' } : {}
}
