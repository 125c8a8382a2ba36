import { consolePath } from '../../../console-routes.ts'
import type { OrdersBulk, OrdersPage } from '../../../contracts/console/bulk.ts'
import type { ListCell } from '../../../contracts/console/lists.ts'
import { orderTone } from '../../../contracts/console/order-tone.ts'
import { orderStatuses, type OrderStatus } from '../../../domain/orders/order-status.ts'
import { paymentMethodIds } from '../../../domain/settings/payment.ts'
import { countryName, formatMoment } from '../../../i18n/formats.ts'
import { methodName } from '../../../i18n/payment-texts.ts'
import { may } from '../../identity/staff/staff-session.ts'
import { labelsOf, newestLabels } from '../../ordering/orders/labels/label-queries.ts'
import { addressJson } from '../../platform/db/json-columns.ts'
import { newId } from '../../platform/ids.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { consoleScreen } from '../frame/console-screen.ts'
import type { WholeList } from '../lists/list-choice.ts'
import { listActions, listPage, type KeyedRow, type ListSource } from '../lists/list-page.ts'
import { moneyCell } from '../lists/money-cell.ts'
import { searchOnce } from '../lists/search-once.ts'
import { bulkPermissions } from './bulk-permissions.ts'
import { forChosen, printed } from './order-bulk.ts'
import { countOrders, orderListRows } from './order-list-queries.ts'
import { searchOrders } from './order-search-queries.ts'

type Column = 'number' | 'placed' | 'buyer' | 'status' | 'payment' | 'country' | 'labels' | 'total' | 'email'
type Filter = 'status' | 'held' | 'payment' | 'label' | 'from' | 'to'

const searched = searchOnce(({ shop }, text) => searchOrders(shop, text, 'thoroughly'))

const source: ListSource<Column> = {
  definition: {
    name: 'orders',
    columns: [
      { name: 'number', isSortable: true },
      { name: 'placed' },
      { name: 'buyer' },
      { name: 'status' },
      { name: 'payment' },
      { name: 'country' },
      { name: 'labels', isNarrow: true },
      { name: 'total', isSortable: true, isAmount: true, isMoney: true },
      { name: 'email', isExtra: true },
    ],
    filters: [
      { name: 'status', kind: 'choice', values: orderStatuses },
      { name: 'held', kind: 'choice', values: ['yes'] },
      { name: 'payment', kind: 'choice', values: paymentMethodIds },
      { name: 'label', kind: 'text' },
      { name: 'from', kind: 'day' },
      { name: 'to', kind: 'day' },
    ],
    presets: [
      ['status', 'confirmed'],
      ['status', 'processing'],
      ['held', 'yes'],
      ['status', 'pending_payment'],
      ['status', 'return_requested'],
    ],
    sort: 'number',
  },
  rows: async (context, query, limit) => {
    const rows = await orderListRows(context.shop, query, limit, (text) => searched(context, text))
    const labels = await labelsOf(
      context.shop.db,
      rows.map(({ id }) => id),
    )
    return rows.map((row) => orderRow(context, { ...row, labels: labels.get(row.id) ?? [] }, query.sort))
  },
  count: (context, query) => countOrders(context.shop, query, (text) => searched(context, text)),
  mostFound: async (context, text) => (await searched(context, text)).mostFound,
  columnLabel: ({ request }, column) => request.locals.t(`console-orders:${column}`),
  filterLabel: ({ request }, filter) => request.locals.t(`console-orders:${filter as Filter}`),
  valueLabel: ({ request: { locals } }, filter, value) => {
    if (filter === 'status') return locals.t(`console-orders:state.${value as OrderStatus}`)
    return filter === 'held' ? locals.t('console:yes') : methodName(value, locals.t)
  },
  mayExport: ({ session }) => may(session, 'orders.export'),
}

const bulkActions = Object.keys(bulkPermissions) as OrdersBulk[]

async function load(context: ConsoleContext): Promise<OrdersPage> {
  const actions = bulkActions.filter((each) => may(context.session, bulkPermissions[each]))
  const labels = actions.includes('label') ? await newestLabels(context.shop.db, 50) : []
  return { ...(await listPage(context, source)), maySelectAll: true, bulk: { key: newId(), actions, labels } }
}

const list: WholeList = {
  source,
  load,
  actionLabel: ({ request }, action) => request.locals.t(`console-packing:bulk.${action as OrdersBulk}`),
}

/** The orders, newest first. */
export const ordersScreen = consoleScreen<OrdersPage>({
  screen: 'orders',
  permission: 'orders.view',
  load,
  actions: {
    ...listActions(source, { view: 'orders.view', file: 'orders.export' }),
    process: forChosen('orders.process', bulkPermissions.process, list),
    ship: forChosen('orders.ship', bulkPermissions.ship, list),
    slips: printed('packing-slips'),
    deliver: forChosen('orders.deliver', bulkPermissions.deliver, list),
    hold: forChosen('orders.hold', bulkPermissions.hold, list),
    release: forChosen('orders.release', bulkPermissions.release, list),
    label: forChosen('orders.label', bulkPermissions.label, list),
    unlabel: forChosen('orders.unlabel', bulkPermissions.unlabel, list),
  },
})

type Row = Awaited<ReturnType<typeof orderListRows>>[number] & { labels: readonly string[] }

function orderRow({ shop, session, request }: ConsoleContext, row: Row, sort: string): KeyedRow {
  const { language } = session.staff
  const { name, organization } = addressJson.read(row.address)
  const held = row.hold === null ? {} : { second: request.locals.t('console-orders:held') }
  const cells: Record<Column, ListCell> = {
    number: { text: row.number, address: consolePath('order', { number: row.number }) },
    placed: { text: formatMoment(row.placed_at, { language, home: shop.settings.all.home }) },
    buyer: { text: organization || name, ...(organization ? { second: name } : {}) },
    status: {
      text: request.locals.t(`console-orders:state.${row.status}`),
      tone: orderTone(row.status),
      ...held,
    },
    payment: { text: methodName(row.payment_method, request.locals.t) },
    country: { text: countryName(row.country, language) },
    labels: { text: row.labels.join(', ') },
    total: moneyCell(row.total, row.currency, language),
    email: { text: row.email },
  }
  const seq = Number(row.seq)
  return { id: row.id, label: row.number, cells, key: { value: sort === 'total' ? row.total : seq, id: seq } }
}
