import { consolePath } from '../../../console-routes.ts'
import type { ListCell, ListPage } from '../../../contracts/console/lists.ts'
import { deviceName } from '../../../domain/products/devices.ts'
import { may } from '../../identity/staff/staff-session.ts'
import { consoleScreen } from '../frame/console-screen.ts'
import { listActions, listPage, type KeyedRow, type ListSource } from '../lists/list-page.ts'
import { countDevices, deviceListRows } from './device-list-queries.ts'

type Column = 'name' | 'brand' | 'series' | 'parts' | 'numbers'
type Filter = 'brand' | 'parts'

const source: ListSource<Column> = {
  definition: {
    name: 'devices',
    isLarge: true,
    columns: [
      { name: 'name', isSortable: true },
      { name: 'brand' },
      { name: 'series' },
      { name: 'parts', isAmount: true },
      { name: 'numbers' },
    ],
    filters: [
      { name: 'brand', kind: 'text' },
      { name: 'parts', kind: 'choice', values: ['none'] },
    ],
    sort: 'name',
    isRising: true,
  },
  rows: async ({ shop }, query, limit) => (await deviceListRows(shop.db, query, limit)).map(deviceRow),
  count: ({ shop }, query) => countDevices(shop.db, query),
  columnLabel: ({ request }, column) => request.locals.t(`console-catalogue:device_column.${column}`),
  filterLabel: ({ request }, filter) => request.locals.t(`console-catalogue:device_column.${filter as Filter}`),
  valueLabel: ({ request }) => request.locals.t('console-catalogue:without_parts'),
  mayExport: ({ session }) => may(session, 'products.view'),
}

/** All devices that parts may fit. */
export const devicesScreen = consoleScreen<ListPage>({
  screen: 'devices',
  permission: 'products.view',
  doneElsewhere: ['remove'],
  load: (context) => listPage(context, source),
  actions: listActions(source, { view: 'products.view', file: 'products.view' }),
})

type Row = Awaited<ReturnType<typeof deviceListRows>>[number]

function deviceRow(row: Row): KeyedRow {
  const name = deviceName(row)
  const cells: Record<Column, ListCell> = {
    name: { text: name, address: consolePath('device', { id: row.id }) },
    brand: { text: row.brand },
    series: { text: row.series },
    parts: { text: String(row.parts) },
    numbers: { text: row.type_numbers },
  }
  return { id: row.id, label: name, cells, key: { value: row.slug, id: row.slug } }
}
