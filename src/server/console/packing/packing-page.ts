import { consolePath } from '../../../console-routes.ts'
import type { ListCell, ListQuery } from '../../../contracts/console/lists.ts'
import type { PackingPage } from '../../../contracts/console/packing.ts'
import type { OrderDelivery } from '../../../domain/cart/delivery-points.ts'
import { deliveryName } from '../../../i18n/delivery-texts.ts'
import { formatMoment } from '../../../i18n/formats.ts'
import type { Translate } from '../../../i18n/translator.ts'
import { may } from '../../identity/staff/staff-session.ts'
import { orderDelivery } from '../../ordering/orders/order-page.ts'
import { addressJson } from '../../platform/db/json-columns.ts'
import { newId } from '../../platform/ids.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { consoleScreen } from '../frame/console-screen.ts'
import type { WholeList } from '../lists/list-choice.ts'
import { listActions, listPage, type KeyedRow, type ListSource } from '../lists/list-page.ts'
import { takenSince } from '../orders/next-to-pack.ts'
import { forChosen, printed } from '../orders/order-bulk.ts'
import { countToPack, ordersToPack } from './packing-queries.ts'
import { giveOrdersBack, takeOrders } from './pickers.ts'

type Column = 'number' | 'placed' | 'buyer' | 'delivery' | 'status' | 'units' | 'picker'

const source: ListSource<Column> = {
  definition: {
    name: 'packing',
    columns: [
      { name: 'number', isSortable: true },
      { name: 'placed' },
      { name: 'buyer' },
      { name: 'delivery' },
      { name: 'status' },
      { name: 'units', isAmount: true },
      { name: 'picker' },
    ],
    filters: [{ name: 'picker', kind: 'choice', values: ['mine', 'nobody'] }],
    sort: 'number',
    isRising: true,
  },
  rows: async (context, query, limit) =>
    (await ordersToPack(context.shop.db, packingQuery(context, query), limit)).map((row) => packingRow(context, row)),
  count: (context, query) => countToPack(context.shop.db, packingQuery(context, query)),
  columnLabel: ({ request }, column) =>
    request.locals.t(column === 'picker' ? 'console-packing:picker.label' : `console-orders:${column}`),
  filterLabel: ({ request }) => request.locals.t('console-packing:picker.label'),
  valueLabel: ({ request }, _filter, value) => request.locals.t(`console-packing:picker.${value as 'mine' | 'nobody'}`),
  mayExport: () => false,
}

async function load(context: ConsoleContext): Promise<PackingPage> {
  const changes = may(context.session, 'packing.change') ? (['take', 'give_back', 'process', 'ship'] as const) : []
  const bulk: PackingPage['bulk'] = { key: newId(), actions: ['pick', 'slips', ...changes] }
  return { ...(await listPage(context, source)), maySelectAll: changes.length > 0, bulk }
}

const list: WholeList = {
  source,
  load,
  actionLabel: ({ request }, action) => request.locals.t(`console-packing:bulk.${action as 'process' | 'ship'}`),
}

/** The orders that can be packed, oldest first. */
export const packingScreen = consoleScreen<PackingPage>({
  screen: 'packing',
  permission: 'packing.view',
  load,
  actions: {
    save_view: listActions(source, { view: 'packing.view', file: 'orders.export' }).save_view,
    remove_view: listActions(source, { view: 'packing.view', file: 'orders.export' }).remove_view,
    pick: printed('pick-list'),
    slips: printed('packing-slips'),
    process: forChosen('orders.process', 'packing.change', list),
    ship: forChosen('orders.ship', 'packing.change', list),
    take: takeOrders,
    give_back: giveOrdersBack,
  },
})

function packingQuery({ shop, session }: ConsoleContext, query: ListQuery) {
  return { ...query, staffId: session.staff.id, since: takenSince(shop) }
}

type Row = Awaited<ReturnType<typeof ordersToPack>>[number]

function packingRow({ shop, session, request }: ConsoleContext, row: Row): KeyedRow {
  const { name, organization } = addressJson.read(row.address)
  const cells: Record<Column, ListCell> = {
    number: { text: row.number, address: consolePath('pack-order', { number: row.number }) },
    placed: { text: formatMoment(row.placed_at, { language: session.staff.language, home: shop.settings.all.home }) },
    buyer: { text: organization || name, ...(organization ? { second: name } : {}) },
    delivery: deliveryCell(orderDelivery(row), request.locals.t),
    status: {
      text: request.locals.t(`console-orders:state.${row.status}`),
      tone: row.status === 'processing' ? 'plain' : 'warn',
    },
    units: { text: String(row.units) },
    picker: { text: row.picker ?? '' },
  }
  const seq = Number(row.seq)
  return { id: row.id, label: row.number, cells, key: { value: seq, id: seq } }
}

/** How an order is sent, and to which collection point. */
function deliveryCell(delivery: OrderDelivery, t: Translate): ListCell {
  const name = deliveryName(delivery, t)
  return delivery.place ? { text: name, second: delivery.place.name } : { text: name }
}
