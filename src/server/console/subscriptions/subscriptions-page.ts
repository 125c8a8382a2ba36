import { consolePath } from '../../../console-routes.ts'
import type { ListCell, ListPage } from '../../../contracts/console/lists.ts'
import { subscriptionStatuses, type SubscriptionStatus } from '../../../domain/orders/subscriptions.ts'
import { formatMoment } from '../../../i18n/formats.ts'
import { may } from '../../identity/staff/staff-session.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { consoleScreen } from '../frame/console-screen.ts'
import { listActions, listPage, type KeyedRow, type ListSource } from '../lists/list-page.ts'
import { countSubscriptions, subscriptionListRows } from './subscription-list-queries.ts'

type Column = 'next' | 'part' | 'quantity' | 'interval' | 'state' | 'email' | 'created'
const tones: Record<SubscriptionStatus, ListCell['tone']> = {
  active: 'good',
  paused: 'plain',
  unpaid: 'signal',
  cancelled: 'plain',
}

const source: ListSource<Column> = {
  definition: {
    name: 'subscriptions',
    columns: [
      { name: 'created', isSortable: true },
      { name: 'part', isLong: true },
      { name: 'quantity', isAmount: true },
      { name: 'interval', isAmount: true },
      { name: 'next', isSortable: true },
      { name: 'state' },
      { name: 'email' },
    ],
    filters: [
      { name: 'state', kind: 'choice', values: subscriptionStatuses },
      { name: 'failed', kind: 'choice', values: ['yes'] },
    ],
    presets: [
      ['failed', 'yes'],
      ['state', 'paused'],
    ],
    sort: 'created',
  },
  rows: async (context, query, limit) =>
    (await subscriptionListRows(context.shop.db, query, limit)).map((row) => subscriptionRow(context, row, query.sort)),
  count: ({ shop }, query) => countSubscriptions(shop.db, query),
  columnLabel: ({ request }, column) => request.locals.t(`console-subscriptions:column.${column}`),
  filterLabel: ({ request }, filter) =>
    request.locals.t(filter === 'state' ? 'console-subscriptions:column.state' : 'console-subscriptions:failed'),
  valueLabel: ({ request: { locals } }, filter, value) =>
    filter === 'state'
      ? locals.t(`console-subscriptions:state.${value as SubscriptionStatus}`)
      : locals.t('console:yes'),
  mayExport: ({ session }) => may(session, 'customers.export'),
}

/** All subscriptions, newest first. */
export const subscriptionsScreen = consoleScreen<ListPage>({
  screen: 'subscriptions',
  permission: 'subscriptions.view',
  isSensitive: true,
  load: (context) => listPage(context, source),
  actions: listActions(source, { view: 'subscriptions.view', file: 'customers.export' }),
})

type Row = Awaited<ReturnType<typeof subscriptionListRows>>[number]

function subscriptionRow({ shop, session, request: { locals } }: ConsoleContext, row: Row, sort: string): KeyedRow {
  const { language } = session.staff
  const at = (iso: string) => formatMoment(iso, { language, home: shop.settings.all.home })
  const cells: Record<Column, ListCell> = {
    created: { text: at(row.created_at), address: consolePath('subscription', { id: row.id }) },
    part: { text: row.name, second: row.sku },
    quantity: { text: String(row.quantity) },
    interval: { text: locals.t('console-subscriptions:days', { days: row.interval_days }) },
    next: { text: row.status === 'active' ? at(row.next_at) : '–' },
    state: { text: locals.t(`console-subscriptions:state.${row.status}`), tone: tones[row.status] ?? 'plain' },
    email: { text: row.email },
  }
  const value = sort === 'next' ? row.next_at : row.created_at
  return { id: row.id, label: `${row.sku} ${row.email}`, cells, key: { value, id: row.id } }
}
