import type { ListCell } from '../../../contracts/console/lists.ts'
import { productStatuses } from '../../../contracts/console/products.ts'
import { languages } from '../../../domain/places/locales.ts'
import { dayOf } from '../../../domain/places/working-days.ts'
import { formatDay } from '../../../i18n/formats.ts'
import { numberField } from '../../../i18n/typed-numbers.ts'
import { may } from '../../identity/staff/staff-session.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import type { KeyedRow } from '../lists/list-source.ts'
import type { productListRows } from './product-list-queries.ts'
import type { ProductValues } from './product-values.ts'
import { productLink } from './record/product-link.ts'
import { cellsOf } from './save-rows.ts'

export type Column = 'sku' | 'name' | 'brand' | 'price' | 'stock' | 'available' | 'shelf' | 'status' | 'updated'
type Row = Awaited<ReturnType<typeof productListRows>>[number]
/** A product of the list; with `was` it has fields. */
export type ProductRow = KeyedRow & { readonly was: ReturnType<typeof cellsOf> }

/** A product as the list shows it, with fields for whoever may change it. */
export function productRow(context: ConsoleContext, row: Row, values: ProductValues, sort: string): ProductRow {
  const { shop, session, request } = context
  const { t } = request.locals
  const mayChange = may(session, 'products.change')
  const was = cellsOf(values, session.staff.language)
  const label = (column: Column) => `${t(`console-products:column.${column}`)}, ${row.sku}`
  // Files have the text, with a point in every language.
  const texts = { price: values.price, stock: was.stock }
  const field = (column: keyof typeof texts, isField: boolean): ListCell =>
    isField
      ? { text: texts[column], field: { name: `${column}:${row.sku}`, value: was[column], label: label(column) } }
      : { text: numberField(texts[column], session.staff.language) || '–', inFile: texts[column] || '–' }
  const statuses = productStatuses.map((value) => ({ value, label: t(`console-products:status.${value}`) }))
  const status = { name: `status:${row.sku}`, value: row.status, label: label('status'), options: statuses }
  const { home } = shop.settings.all
  const day = dayOf(new Date(row.updated_at), home)
  const cells: Record<Column, ListCell> = {
    sku: { text: row.sku, address: productLink(row) },
    name: nameCell(values, session.staff.language, t('console-products:no_name')),
    brand: { text: row.brand ?? '' },
    price: withNote(
      field('price', mayChange && may(session, 'prices.change') && !values.isFixed),
      values.isFixed ? t('console-products:follows_cost') : '',
    ),
    stock: field('stock', mayChange && values.own !== null),
    available: { text: String(values.available) },
    shelf: shelfCell(mayChange && values.own !== null, {
      name: `shelf:${row.sku}`,
      value: was.shelf,
      label: label('shelf'),
    }),
    status: {
      text: t(`console-products:status.${row.status}`),
      tone: row.status === 'draft' ? 'warn' : 'good',
      ...(mayChange ? { field: status } : {}),
    },
    updated: { text: formatDay(day, { language: session.staff.language, home }), inFile: day },
  }
  const key = sort === 'updated' ? { value: row.updated_at, id: row.id } : { value: row.sku, id: row.sku }
  return { id: row.sku, label: row.sku, cells, key, was }
}

function shelfCell(isField: boolean, field: { name: string; value: string; label: string }): ListCell {
  return { text: field.value, ...(isField ? { field: { ...field, isText: true } } : {}) }
}

function withNote(cell: ListCell, second: string): ListCell {
  return second === '' ? cell : { ...cell, second }
}

/** The name in the reader's language, with the other one's below it. */
function nameCell({ names }: ProductValues, language: string, none: string): ListCell {
  const own = names[language] ?? ''
  const other = languages.flatMap((each) => (each === language ? [] : (names[each] ?? '')))[0] ?? ''
  return { text: own || other || none, ...(own !== '' && other !== '' && other !== own ? { second: other } : {}) }
}
