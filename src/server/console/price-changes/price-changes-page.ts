import { consolePath } from '../../../console-routes.ts'
import type { ListCell, ListPage } from '../../../contracts/console/lists.ts'
import { priceChangeStates, type ShownState } from '../../../contracts/console/price-changes.ts'
import { formatMoment } from '../../../i18n/formats.ts'
import { may } from '../../identity/staff/staff-session.ts'
import { choiceJson, endingOf, ruleJson } from '../../pricing/choice/rule-json.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { consoleScreen } from '../frame/console-screen.ts'
import { listActions, listPage, type KeyedRow, type ListSource } from '../lists/list-page.ts'
import { choiceText, ruleText } from '../prices/price-words.ts'
import { countPriceChanges, priceChangeRows } from './price-change-list-queries.ts'

type Column = 'made' | 'what' | 'which' | 'change_state' | 'total' | 'changed' | 'refused' | 'who'

const tones: Readonly<Record<ShownState, NonNullable<ListCell['tone']>>> = {
  preparing: 'plain',
  ready: 'warn',
  running: 'plain',
  done: 'good',
  undoing: 'plain',
  undone: 'plain',
}

const source: ListSource<Column> = {
  definition: {
    name: 'price-changes',
    columns: [
      { name: 'made', isSortable: true },
      { name: 'what' },
      { name: 'which', isLong: true },
      { name: 'change_state' },
      { name: 'total', isAmount: true },
      { name: 'changed', isAmount: true },
      { name: 'refused', isAmount: true },
      { name: 'who' },
    ],
    filters: [{ name: 'state', kind: 'choice', values: priceChangeStates }],
    sort: 'made',
  },
  rows: async (context, query, limit) =>
    (await priceChangeRows(context.shop.db, query, limit)).map((row) => listRow(context, row)),
  count: ({ shop }, query) => countPriceChanges(shop.db, query),
  columnLabel: ({ request }, column) => request.locals.t(`console-prices:column.${column}`),
  filterLabel: ({ request }) => request.locals.t('console-prices:filter.state'),
  valueLabel: ({ request }, _filter, value) => request.locals.t(`console-prices:change.${value as ShownState}`),
  mayExport: ({ session }) => may(session, 'prices.view'),
}

/** All changes of many prices, newest first. */
export const priceChangesScreen = consoleScreen<ListPage>({
  screen: 'price-changes',
  permission: 'prices.view',
  load: (context) => listPage(context, source),
  doneElsewhere: ['remove'],
  actions: listActions(source, { view: 'prices.view', file: 'prices.view' }),
})

type Row = Awaited<ReturnType<typeof priceChangeRows>>[number]

function listRow(context: ConsoleContext, row: Row): KeyedRow {
  const { shop, session, request } = context
  const { home } = shop.settings.all
  const made = formatMoment(row.created_at, { language: session.staff.language, home })
  const cells: Record<Column, ListCell> = {
    made: { text: made, address: consolePath('price-change', { id: row.id }) },
    what: { text: ruleText(context, { rule: ruleJson.read(row.rule), ending: endingOf(row.ending) }, home.currency) },
    which: { text: choiceText(context, choiceJson.read(row.choice), home.currency) },
    change_state: { text: request.locals.t(`console-prices:change.${row.state}`), tone: tones[row.state] },
    total: { text: String(row.total) },
    changed: { text: String(row.changed) },
    refused: { text: String(row.refused) },
    who: { text: row.actor },
  }
  return { id: row.id, label: made, cells, key: { value: row.created_at, id: row.id } }
}
