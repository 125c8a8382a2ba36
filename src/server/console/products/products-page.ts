import type { ListCell } from '../../../contracts/console/lists.ts'
import type { ListFilter } from '../../../contracts/console/lists.ts'
import {
  productStatuses,
  saveProductsForm,
  type ProductsPage,
  type SaveProductsInput,
} from '../../../contracts/console/products.ts'
import type { TextKey } from '../../../i18n/translator.ts'
import { may } from '../../identity/staff/staff-session.ts'
import { newId } from '../../platform/ids.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { consoleAction, consoleScreen } from '../frame/console-screen.ts'
import type { WholeList } from '../lists/list-choice.ts'
import { listActions, listPage, type ListSource } from '../lists/list-page.ts'
import { searchOnce } from '../lists/search-once.ts'
import { idsByWords } from './ids-by-words.ts'
import { forChosen } from './product-bulk.ts'
import {
  begunWith,
  countProducts,
  productListRows,
  type VatClassFilter,
  vatClassFilters,
} from './product-list-queries.ts'
import { productRow, type Column, type ProductRow } from './product-row.ts'
import { productValues } from './product-values.ts'
import { vatClasses } from './record/record-names-queries.ts'
import { rowFields, saveRows, wasOf } from './save-rows.ts'

type Filter = 'status' | 'stock' | 'missing' | 'brand' | 'category' | 'tag' | 'vat_class'

const choices = { status: productStatuses, stock: ['in', 'out'], missing: ['price', 'picture'] } as const
const filters: readonly (ListFilter & { name: Filter })[] = [
  { name: 'status', kind: 'choice', values: choices.status },
  { name: 'stock', kind: 'choice', values: choices.stock },
  { name: 'missing', kind: 'choice', values: choices.missing },
  { name: 'brand', kind: 'text' },
  { name: 'category', kind: 'text' },
  { name: 'tag', kind: 'text' },
  { name: 'vat_class', kind: 'choice', values: vatClassFilters },
]
/** So many products are found at most by words that no number and no name begins with. */
const maxByWords = 500
type Value =
  | `vat_class.${VatClassFilter}`
  | `status.${(typeof productStatuses)[number]}`
  | 'stock.in'
  | 'stock.out'
  | 'missing.price'
  | 'missing.picture'

/** The products that a text finds, by its words where no number and no name begins with it. */
const searched = searchOnce(async (context, text) => {
  const begun = await begunWith(context.shop)(text)
  return begun.ids.length > 0 ? begun : idsByWords(context, text, maxByWords)
})

function sourceOf(note: (rows: readonly ProductRow[]) => void = () => {}): ListSource<Column> {
  return {
    definition: {
      name: 'products',
      isLarge: true,
      columns: [
        { name: 'sku', isSortable: true },
        { name: 'name', isLong: true },
        { name: 'brand' },
        { name: 'price', isAmount: true },
        { name: 'stock', isAmount: true },
        { name: 'available', isAmount: true },
        { name: 'shelf', isExtra: true },
        { name: 'status' },
        { name: 'updated', isSortable: true },
      ],
      filters,
      presets: [
        ['status', 'draft'],
        ['stock', 'out'],
      ],
      sort: 'sku',
      isRising: true,
    },
    rows: async (context, query, limit) => {
      const { shop } = context
      const found = await productListRows(shop, query, limit, (text) => searched(context, text))
      const values = await productValues(shop, found, shop.settings.all.home.currency)
      const rows = found.flatMap((row) => {
        const of = values.get(row.id)
        return of ? [productRow(context, row, of, query.sort)] : []
      })
      note(rows)
      return rows
    },
    count: (context, query) => countProducts(context.shop, query, (text) => searched(context, text)),
    mostFound: async (context, text) => (await searched(context, text)).mostFound,
    columnLabel: ({ request }, column) => request.locals.t(`console-products:column.${column}`),
    filterLabel: ({ request }, filter) => request.locals.t(`console-products:filter.${filter as Filter}`),
    valueLabel: ({ request }, filter, value) => request.locals.t(`console-products:${`${filter}.${value}` as Value}`),
    mayExport: ({ session }) => may(session, 'products.view'),
  }
}

async function load(context: ConsoleContext): Promise<ProductsPage> {
  const mayChange = may(context.session, 'products.change')
  const read: ProductRow[] = []
  const list = await listPage(
    context,
    sourceOf((rows) => read.push(...rows)),
  )
  const shown = new Set(list.rows.map(({ id }) => id))
  return {
    ...list,
    maySelectAll: mayChange,
    bulk: mayChange ? { key: newId(), vatClasses: await vatClasses(context.shop.db) } : null,
    was: mayChange ? read.flatMap(({ id, was }) => (shown.has(id) ? [[id, wasOf(was)] as const] : [])) : [],
    results: [],
  }
}

type Saved = { results: ProductsPage['results']; input: SaveProductsInput }

/** The rows with what was typed in those that were refused, and beside it what is stored. */
function withTyped({ request }: ConsoleContext, rows: ProductsPage['rows'], { results, input }: Saved) {
  const refused = new Set(results.flatMap(({ sku, fault }) => (fault === null ? [] : [sku])))
  const cellWith = (cell: ListCell | undefined, typed: string | undefined): ListCell | undefined => {
    if (!cell?.field || typed === undefined || typed === cell.field.value) return cell
    const second = request.locals.t('console-products:stored', { value: cell.text || '–' })
    return { ...cell, field: { ...cell.field, value: typed, isWrong: true }, second }
  }
  return rows.map((row) => {
    if (!refused.has(row.id)) return row
    const cells = rowFields.flatMap((field) => {
      const cell = cellWith(row.cells[field], input[`${field}:`].get(row.id))
      return cell ? [[field, cell] as const] : []
    })
    return { ...row, cells: { ...row.cells, ...Object.fromEntries(cells) } }
  })
}

const source = sourceOf()
const bulkLabels: Partial<Record<string, TextKey>> = {
  publish: 'console-products:bulk.publish',
  vat: 'console-products:bulk.vat',
}
const list: WholeList = {
  source,
  load,
  actionLabel: ({ request }, action) => request.locals.t(bulkLabels[action] ?? 'console-products:bulk.hide'),
}

/** All products, drafts included; price, stock and status are changed in the list. */
export const productsScreen = consoleScreen<ProductsPage>({
  screen: 'products',
  permission: 'products.view',
  load,
  doneElsewhere: ['remove'],
  actions: {
    ...listActions(source, { view: 'products.view', file: 'products.view' }),
    save: consoleAction({
      permission: 'products.change',
      form: saveProductsForm,
      run: async (context, input) => {
        const results = await saveRows(context, input)
        const page = await load(context)
        return {
          content: { ...page, rows: withTyped(context, page.rows, { results, input }), results },
          isQuestion: true,
        }
      },
    }),
    publish: forChosen('products.publish', list),
    hide: forChosen('products.hide', list),
    vat: forChosen('products.vat', list),
  },
})
