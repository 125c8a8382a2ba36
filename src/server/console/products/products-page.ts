import { productStatuses, saveProductsForm, type ProductsPage } from '../../../contracts/console/products.ts'
import { may } from '../../identity/staff/staff-session.ts'
import { newId } from '../../platform/ids.ts'
import { consoleAction, consoleScreen } from '../frame/console-screen.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { listActions, listPage, type ListSource } from '../lists/list-page.ts'
import type { WholeList } from '../lists/list-choice.ts'
import { forChosen } from './product-bulk.ts'
import { countProducts, productListRows } from './product-list-queries.ts'
import { productRow, type Column, type ProductRow } from './product-row.ts'
import { productValues } from './product-values.ts'
import { saveRows, wasOf } from './save-rows.ts'

type Filter = 'status' | 'stock' | 'missing' | 'brand' | 'category' | 'tag'

const choices = { status: productStatuses, stock: ['in', 'out'], missing: ['price', 'picture'] } as const
type Value =
  | `status.${(typeof productStatuses)[number]}`
  | 'stock.in'
  | 'stock.out'
  | 'missing.price'
  | 'missing.picture'

function sourceOf(note: (rows: readonly ProductRow[]) => void = () => {}): ListSource<Column> {
  return {
    definition: {
      name: 'products',
      isLarge: true,
      columns: [
        { name: 'sku', isSortable: true },
        { name: 'name' },
        { name: 'brand' },
        { name: 'price', isAmount: true },
        { name: 'stock', isAmount: true },
        { name: 'available', isAmount: true },
        { name: 'status' },
        { name: 'updated', isSortable: true },
      ],
      filters: [
        { name: 'status', kind: 'choice', values: choices.status },
        { name: 'stock', kind: 'choice', values: choices.stock },
        { name: 'missing', kind: 'choice', values: choices.missing },
        { name: 'brand', kind: 'text' },
        { name: 'category', kind: 'text' },
        { name: 'tag', kind: 'text' },
      ],
      presets: [
        ['status', 'draft'],
        ['stock', 'out'],
      ],
      sort: 'sku',
      isRising: true,
    },
    rows: async (context, query, limit) => {
      const { shop } = context
      const found = await productListRows(shop, query, limit)
      const values = await productValues(shop, found, shop.settings.all.home.currency)
      const rows = found.flatMap((row) => {
        const of = values.get(row.id)
        return of ? [productRow(context, row, of, query.sort)] : []
      })
      note(rows)
      return rows
    },
    count: ({ shop }, query) => countProducts(shop, query),
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
    bulk: mayChange ? { key: newId() } : null,
    was: mayChange ? read.flatMap(({ id, was }) => (shown.has(id) ? [[id, wasOf(was)] as const] : [])) : [],
    results: [],
  }
}

const source = sourceOf()
const list: WholeList = {
  source,
  load,
  actionLabel: ({ request }, action) =>
    request.locals.t(action === 'publish' ? 'console-products:bulk.publish' : 'console-products:bulk.hide'),
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
        return { content: { ...(await load(context)), results }, isQuestion: true }
      },
    }),
    publish: forChosen('products.publish', list),
    hide: forChosen('products.hide', list),
  },
})
