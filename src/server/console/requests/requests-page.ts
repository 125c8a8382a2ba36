import { consolePath } from '../../../console-routes.ts'
import type { ListCell, ListPage } from '../../../contracts/console/lists.ts'
import { partRequestStatuses, type PartRequestStatus } from '../../../domain/orders/part-requests.ts'
import { countryName, formatMoment } from '../../../i18n/formats.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { consoleScreen } from '../frame/console-screen.ts'
import { listActions, listPage, type KeyedRow, type ListSource } from '../lists/list-page.ts'
import { countRequests, requestListRows } from './request-list-queries.ts'

type Column = 'number' | 'requested' | 'sender' | 'status' | 'parts' | 'device' | 'quote' | 'country'

const source: ListSource<Column> = {
  definition: {
    name: 'requests',
    columns: [
      { name: 'number' },
      { name: 'requested', isSortable: true },
      { name: 'sender' },
      { name: 'status' },
      { name: 'parts', isAmount: true },
      { name: 'device' },
      { name: 'quote' },
      { name: 'country', isExtra: true },
    ],
    filters: [
      { name: 'status', kind: 'choice', values: partRequestStatuses },
      { name: 'from', kind: 'day' },
      { name: 'to', kind: 'day' },
    ],
    presets: [['status', 'open']],
    sort: 'requested',
  },
  rows: async (context, query, limit) =>
    (await requestListRows(context.shop, query, limit)).map((row) => requestRow(context, row)),
  count: ({ shop }, query) => countRequests(shop, query),
  columnLabel: ({ request }, column) => request.locals.t(`console-sales:request_column.${column}`),
  filterLabel: ({ request: { locals } }, filter) =>
    filter === 'status'
      ? locals.t('console-sales:request_column.status')
      : locals.t(filter === 'from' ? 'console-orders:from' : 'console-orders:to'),
  valueLabel: ({ request }, _filter, value) =>
    request.locals.t(`console-sales:request_state.${value as PartRequestStatus}`),
  mayExport: () => false,
}
const { save_view, remove_view } = listActions(source, { view: 'quotes.view', file: 'quotes.change' })

/** The requests for the price of parts, newest first. */
export const requestsScreen = consoleScreen<ListPage>({
  screen: 'requests',
  permission: 'quotes.view',
  load: (context) => listPage(context, source),
  actions: { save_view, remove_view },
})

const tones: Record<PartRequestStatus, ListCell['tone']> = { open: 'warn', answered: 'good', closed: 'plain' }

type Row = Awaited<ReturnType<typeof requestListRows>>[number]

function requestRow({ shop, session, request: { locals } }: ConsoleContext, row: Row): KeyedRow {
  const { language } = session.staff
  const quote = row.quote ?? ''
  const person = row.name || row.email
  const cells: Record<Column, ListCell> = {
    number: { text: row.number, address: consolePath('request', { number: row.number }) },
    requested: { text: formatMoment(row.requested_at, { language, home: shop.settings.all.home }) },
    sender: { text: row.organization || person, ...(row.organization ? { second: person } : {}) },
    status: { text: locals.t(`console-sales:request_state.${row.status}`), tone: tones[row.status] ?? 'plain' },
    parts: { text: String(row.parts) },
    device: { text: row.device },
    quote: { text: quote, ...(quote === '' ? {} : { address: consolePath('quote', { number: quote }) }) },
    country: { text: countryName(row.country, language) },
  }
  return { id: row.id, label: row.number, cells, key: { value: row.requested_at, id: row.id } }
}
