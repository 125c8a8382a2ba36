import { consolePath } from '../../../console-routes.ts'
import type { ListCell, ListPage } from '../../../contracts/console/lists.ts'
import { may } from '../../identity/staff/staff-session.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { consoleScreen } from '../frame/console-screen.ts'
import { listActions, listPage, type KeyedRow, type ListSource } from '../lists/list-page.ts'
import { brandListRows, countBrands } from './brand-list-queries.ts'

type Column = 'name' | 'slug' | 'products' | 'maker' | 'contact'
type Filter = 'contact' | 'products'

const source: ListSource<Column> = {
  definition: {
    name: 'brands',
    isLarge: true,
    columns: [
      { name: 'name', isSortable: true },
      { name: 'products', isAmount: true },
      { name: 'maker' },
      { name: 'contact' },
      { name: 'slug', isSortable: true },
    ],
    filters: [
      { name: 'contact', kind: 'choice', values: ['missing'] },
      { name: 'products', kind: 'choice', values: ['none'] },
    ],
    sort: 'name',
    isRising: true,
  },
  rows: async (context, query, limit) =>
    (await brandListRows(context.shop.db, query, limit)).map((row) => brandRow(context, row, query.sort)),
  count: (context, query) => countBrands(context.shop.db, query),
  columnLabel: ({ request }, column) => request.locals.t(`console-catalogue:brand_column.${column}`),
  filterLabel: ({ request }, filter) => request.locals.t(`console-catalogue:brand_column.${filter as Filter}`),
  valueLabel: ({ request }, filter) => request.locals.t(`console-catalogue:brand_filter.${filter as Filter}`),
  mayExport: ({ session }) => may(session, 'products.view'),
}

/** All brands by name. */
export const brandsScreen = consoleScreen<ListPage>({
  screen: 'brands',
  permission: 'products.view',
  doneElsewhere: ['remove'],
  load: (context) => listPage(context, source),
  actions: listActions(source, { view: 'products.view', file: 'products.view' }),
})

type Row = Awaited<ReturnType<typeof brandListRows>>[number]

function brandRow({ request }: ConsoleContext, row: Row, sort: string): KeyedRow {
  const { t } = request.locals
  const missing: ListCell = { text: t('console-catalogue:missing'), tone: 'warn' }
  const cells: Record<Column, ListCell> = {
    name: { text: row.name, address: consolePath('brand', { id: row.id }) },
    slug: { text: row.slug },
    products: { text: String(row.products) },
    maker: row.maker === '' ? missing : { text: row.maker },
    contact: row.eu_contact === '' ? missing : { text: row.eu_contact },
  }
  return { id: row.id, label: row.name, cells, key: { value: sort === 'slug' ? row.slug : row.name, id: row.id } }
}
