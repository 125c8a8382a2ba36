import { consolePath } from '../../../console-routes.ts'
import type { ListCell, ListPage } from '../../../contracts/console/lists.ts'
import type { Amount } from '../../../domain/cart/cart-amounts.ts'
import { quoteState, quoteStatuses, type QuoteState } from '../../../domain/orders/quotes.ts'
import { countryName, formatDate, formatMoment } from '../../../i18n/formats.ts'
import { quoteAmounts } from '../../ordering/quotes/quote-page.ts'
import { taxedLines } from '../../ordering/quotes/taxed-lines.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { consoleScreen } from '../frame/console-screen.ts'
import { listActions, listPage, type KeyedRow, type ListSource } from '../lists/list-page.ts'
import { moneyCell } from '../lists/money-cell.ts'
import { countQuotes, quoteListRows } from './quote-list-queries.ts'

type Column = 'number' | 'requested' | 'buyer' | 'status' | 'until' | 'country' | 'total'

const source: ListSource<Column> = {
  definition: {
    name: 'quotes',
    columns: [
      { name: 'number' },
      { name: 'requested', isSortable: true },
      { name: 'buyer' },
      { name: 'status' },
      { name: 'until' },
      { name: 'total', isAmount: true, isMoney: true },
      { name: 'country', isExtra: true },
    ],
    filters: [
      { name: 'status', kind: 'choice', values: [...quoteStatuses, 'expired'] },
      { name: 'from', kind: 'day' },
      { name: 'to', kind: 'day' },
    ],
    presets: [
      ['status', 'requested'],
      ['status', 'priced'],
    ],
    sort: 'requested',
  },
  rows: async (context, query, limit) => {
    const { shop } = context
    const rows = await quoteListRows(shop, query, limit)
    const lines = await taxedLines(shop.db, rows, { home: shop.settings.all.home, now: shop.now() })
    return rows.map((row) => quoteRow(context, row, quoteAmounts(lines.get(row.id) ?? []).total))
  },
  count: ({ shop }, query) => countQuotes(shop, query),
  columnLabel: ({ request }, column) => request.locals.t(`console-sales:quote_column.${column}`),
  filterLabel: ({ request: { locals } }, filter) =>
    filter === 'status'
      ? locals.t('console-sales:quote_column.status')
      : locals.t(filter === 'from' ? 'console-orders:from' : 'console-orders:to'),
  valueLabel: ({ request }, _filter, value) => request.locals.t(`console-sales:quote_state.${value as QuoteState}`),
  mayExport: () => false,
}
const { save_view, remove_view } = listActions(source, { view: 'quotes.view', file: 'quotes.change' })

/** The quotes, newest first. */
export const quotesScreen = consoleScreen<ListPage>({
  screen: 'quotes',
  permission: 'quotes.view',
  load: (context) => listPage(context, source),
  actions: { save_view, remove_view },
})

const tones: Partial<Record<QuoteState, ListCell['tone']>> = { requested: 'warn', accepted: 'good' }

type Row = Awaited<ReturnType<typeof quoteListRows>>[number]

function quoteRow({ shop, session, request: { locals } }: ConsoleContext, row: Row, total: Amount | null): KeyedRow {
  const reader = { language: session.staff.language, home: shop.settings.all.home }
  const state = quoteState(row, shop.now().toISOString())
  const person = (row.name || row.email) ?? row.sender ?? ''
  const cells: Record<Column, ListCell> = {
    number: { text: row.number, address: consolePath('quote', { number: row.number }) },
    requested: { text: formatMoment(row.requested_at, reader) },
    buyer: { text: row.organization ?? person, ...(row.organization ? { second: person } : {}) },
    status: { text: locals.t(`console-sales:quote_state.${state}`), tone: tones[state] ?? 'plain' },
    until: { text: row.valid_until === null ? '' : formatDate(row.valid_until, reader) },
    total: total === null ? { text: '' } : moneyCell(total.inc, row.currency, reader.language),
    country: { text: countryName(row.country, reader.language) },
  }
  return { id: row.id, label: row.number, cells, key: { value: row.requested_at, id: row.id } }
}
