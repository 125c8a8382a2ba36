import { consolePath } from '../../../console-routes.ts'
import type { ListCell, ListPage } from '../../../contracts/console/lists.ts'
import { campaignState, campaignStates, type CampaignState } from '../../../domain/money/campaign-states.ts'
import { currencyCodes, type CurrencyCode } from '../../../domain/money/currencies.ts'
import { formatMoment } from '../../../i18n/formats.ts'
import { may } from '../../identity/staff/staff-session.ts'
import { noListEnd } from '../../pricing/price-lists/edit-price-lists.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { consoleScreen } from '../frame/console-screen.ts'
import { listActions, listPage, type KeyedRow, type ListSource } from '../lists/list-page.ts'
import { countPriceLists, priceListRows } from './price-list-list-queries.ts'

type Column = 'name' | 'state' | 'currency' | 'rows' | 'buyers' | 'from' | 'until' | 'changed'
type Filter = 'state' | 'currency'

const tones: Readonly<Record<CampaignState, NonNullable<ListCell['tone']>>> = {
  runs: 'good',
  to_come: 'plain',
  over: 'plain',
}

const source: ListSource<Column> = {
  definition: {
    name: 'price-lists',
    columns: [
      { name: 'name', isSortable: true, isLong: true },
      { name: 'state' },
      { name: 'currency' },
      { name: 'rows', isAmount: true },
      { name: 'buyers', isAmount: true },
      { name: 'from' },
      { name: 'until', isSortable: true },
      { name: 'changed', isSortable: true, isExtra: true },
    ],
    filters: [
      { name: 'state', kind: 'choice', values: campaignStates },
      { name: 'currency', kind: 'choice', values: currencyCodes },
    ],
    sort: 'changed',
  },
  rows: async (context, query, limit) => {
    const rows = await priceListRows(findable(context), query, context.shop.now().toISOString(), limit)
    return rows.map((row) => listRow(context, row, query.sort))
  },
  count: (context, query) => countPriceLists(findable(context), query, context.shop.now().toISOString()),
  columnLabel: ({ request }, column) => request.locals.t(`console-price-lists:column.${column}`),
  filterLabel: ({ request }, filter) => request.locals.t(`console-price-lists:filter.${filter as Filter}`),
  valueLabel: ({ request }, filter, value) =>
    filter === 'state' ? request.locals.t(`console-prices:state.${value as CampaignState}`) : (value as CurrencyCode),
  mayExport: ({ session }) => may(session, 'prices.view'),
}

const findable = ({ shop, session }: ConsoleContext) => ({
  db: shop.db,
  kind: shop.kind,
  mayFindPeople: may(session, 'customers.view'),
})

/** All price lists, those that were changed last first. */
export const priceListsScreen = consoleScreen<ListPage>({
  screen: 'price-lists',
  permission: 'prices.view',
  doneElsewhere: ['remove'],
  load: (context) => listPage(context, source),
  actions: listActions(source, { view: 'prices.view', file: 'prices.view' }),
})

type Row = Awaited<ReturnType<typeof priceListRows>>[number]

function listRow({ shop, session, request }: ConsoleContext, row: Row, sort: string): KeyedRow {
  const { home } = shop.settings.all
  const at = (iso: string) => formatMoment(iso, { language: session.staff.language, home })
  const state = campaignState(row, shop.now().toISOString())
  const cells: Record<Column, ListCell> = {
    name: { text: row.name, address: consolePath('price-list', { id: row.id }) },
    state: { text: request.locals.t(`console-prices:state.${state}`), tone: tones[state] },
    currency: { text: row.currency },
    rows: { text: String(row.row_count) },
    buyers: { text: String(row.buyers) },
    from: { text: at(row.starts_at) },
    until: { text: row.ends_at === noListEnd ? '' : at(row.ends_at) },
    changed: { text: at(row.changed_at) },
  }
  const value = sort === 'name' ? row.name : sort === 'until' ? row.ends_at : row.changed_at
  return { id: row.id, label: row.name, cells, key: { value, id: row.id } }
}
