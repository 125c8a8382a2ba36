import { consolePath } from '../../../console-routes.ts'
import type { ListCell, ListPage } from '../../../contracts/console/lists.ts'
import { countryName, formatMoment } from '../../../i18n/formats.ts'
import { may } from '../../identity/staff/staff-session.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { consoleScreen } from '../frame/console-screen.ts'
import { listActions, listPage, type KeyedRow, type ListSource } from '../lists/list-page.ts'
import { searchOnce } from '../lists/search-once.ts'
import { countCustomers, customerListRows } from './customer-list-queries.ts'
import { searchCustomers } from './name-search-queries.ts'

type Column = 'name' | 'email' | 'country' | 'since' | 'phone' | 'consent'

const searched = searchOnce(({ shop }, text) => searchCustomers(shop, text))

const source: ListSource<Column> = {
  definition: {
    name: 'customers',
    isLarge: true,
    columns: [
      { name: 'name' },
      { name: 'email', isSortable: true },
      { name: 'country' },
      { name: 'since', isSortable: true },
      { name: 'phone', isExtra: true },
      { name: 'consent', isExtra: true },
    ],
    filters: [{ name: 'consent', kind: 'choice', values: ['yes', 'no'] }],
    sort: 'since',
  },
  rows: async (context, query, limit) =>
    (await customerListRows(context.shop, query, limit, (text) => searched(context, text))).map((row) =>
      customerRow(context, row, query.sort),
    ),
  count: (context, query) => countCustomers(context.shop, query, (text) => searched(context, text)),
  mostFound: async (context, text) => (await searched(context, text)).mostFound,
  columnLabel: ({ request }, column) => request.locals.t(`console-customers:${column}`),
  filterLabel: ({ request }) => request.locals.t('console-customers:consent'),
  valueLabel: ({ request }, _filter, value) => request.locals.t(value === 'yes' ? 'console:yes' : 'console:no'),
  mayExport: ({ session }) => may(session, 'customers.export'),
}

/** The customers' accounts, newest first. */
export const customersScreen = consoleScreen<ListPage>({
  screen: 'customers',
  permission: 'customers.view',
  isSensitive: true,
  load: (context) => listPage(context, source),
  doneElsewhere: ['erase'],
  actions: listActions(source, { view: 'customers.view', file: 'customers.export' }),
})

type Row = Awaited<ReturnType<typeof customerListRows>>[number]

function customerRow({ shop, session, request }: ConsoleContext, row: Row, sort: string): KeyedRow {
  const { language } = session.staff
  const cells: Record<Column, ListCell> = {
    name: { text: row.name || row.email, address: consolePath('customer', { id: row.id }) },
    email: { text: row.email },
    country: { text: countryName(row.country, language) },
    since: { text: formatMoment(row.created_at, { language, home: shop.settings.all.home }) },
    phone: { text: row.phone },
    consent: { text: request.locals.t(row.mail_consent === 1 ? 'console:yes' : 'console:no') },
  }
  const key = sort === 'email' ? { value: row.email, id: row.email } : { value: row.created_at, id: row.id }
  return { id: row.id, label: row.name || row.email, cells, key }
}
