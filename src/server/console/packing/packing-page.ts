import { consolePath } from '../../../console-routes.ts'
import type { ListCell } from '../../../contracts/console/lists.ts'
import type { PackingPage } from '../../../contracts/console/packing.ts'
import { formatMoment } from '../../../i18n/formats.ts'
import { may } from '../../identity/staff/staff-session.ts'
import { orderDelivery } from '../../ordering/orders/order-page.ts'
import { addressJson } from '../../platform/db/json-columns.ts'
import { newId } from '../../platform/ids.ts'
import { consoleScreen } from '../frame/console-screen.ts'
import type { Desk } from '../frame/desk.ts'
import { listActions, listPage, type KeyedRow, type ListSource } from '../lists/list-page.ts'
import { forChosen, printed } from '../orders/order-bulk.ts'
import { countToPack, ordersToPack } from './packing-queries.ts'

type Column = 'number' | 'placed' | 'buyer' | 'delivery' | 'status' | 'units'

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
    ],
    filters: [],
    sort: 'number',
    isRising: true,
  },
  rows: async (desk, query, limit) =>
    (await ordersToPack(desk.shop.db, query, limit)).map((row) => packingRow(desk, row)),
  count: ({ shop }, query) => countToPack(shop.db, query),
  columnLabel: ({ request }, column) => request.locals.t(`console-orders:${column}`),
  filterLabel: (_desk, filter) => filter,
  valueLabel: (_desk, _filter, value) => value,
  mayExport: () => false,
}

/** The orders that can be packed, oldest first. */
export const packingScreen = consoleScreen<PackingPage>({
  screen: 'packing',
  permission: 'packing.view',
  load: async (desk) => {
    const changes = may(desk.session, 'packing.change') ? (['process', 'ship'] as const) : []
    return { ...(await listPage(desk, source)), bulk: { key: newId(), actions: ['pick', 'slips', ...changes] } }
  },
  actions: {
    save_view: listActions(source, { view: 'packing.view', file: 'orders.export' }).save_view,
    remove_view: listActions(source, { view: 'packing.view', file: 'orders.export' }).remove_view,
    pick: printed('pick-list'),
    slips: printed('packing-slips'),
    process: forChosen('orders.process', 'packing.change'),
    ship: forChosen('orders.ship', 'packing.change'),
  },
})

type Row = Awaited<ReturnType<typeof ordersToPack>>[number]

function packingRow({ shop, session, request }: Desk, row: Row): KeyedRow {
  const { name, organization } = addressJson.read(row.address)
  const cells: Record<Column, ListCell> = {
    number: { text: row.number, address: consolePath('pack-order', { number: row.number }) },
    placed: { text: formatMoment(row.placed_at, { language: session.staff.language, home: shop.settings.all.home }) },
    buyer: { text: organization || name, ...(organization ? { second: name } : {}) },
    delivery: { text: orderDelivery(row).name },
    status: {
      text: request.locals.t(`console-orders:state.${row.status}`),
      tone: row.status === 'processing' ? 'plain' : 'warn',
    },
    units: { text: String(row.units) },
  }
  const seq = Number(row.seq)
  return { id: row.id, label: row.number, cells, key: { value: seq, id: seq } }
}
