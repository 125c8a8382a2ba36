import { consolePath } from '../../../console-routes.ts'
import type { ListCell, ListPage } from '../../../contracts/console/lists.ts'
import type { ReturnStatus } from '../../../domain/orders/returns.ts'
import { formatMoment } from '../../../i18n/formats.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { consoleScreen } from '../frame/console-screen.ts'
import { listActions, listPage, type KeyedRow, type ListSource } from '../lists/list-page.ts'
import { countReturns, returnListRows } from './return-list-queries.ts'

type Column = 'number' | 'order' | 'kind' | 'status' | 'requested' | 'name'
const statuses: readonly ReturnStatus[] = ['requested', 'partly_received', 'received', 'refunded', 'called_off']
/** Of which more is to come: `requested` and `partly_received`. */
const awaited = 'awaited'
/** Received, and not to be refunded. */
const refused = 'refused'

const source: ListSource<Column> = {
  definition: {
    name: 'returns',
    columns: [
      { name: 'number' },
      { name: 'order' },
      { name: 'kind' },
      { name: 'status' },
      { name: 'requested', isSortable: true },
      { name: 'name' },
    ],
    filters: [{ name: 'status', kind: 'choice', values: [awaited, ...statuses, refused] }],
    presets: [
      ['status', awaited],
      ['status', 'received'],
    ],
    sort: 'requested',
  },
  rows: async (context, query, limit) =>
    (await returnListRows(context.shop.db, query, limit)).map((row) => returnRow(context, row)),
  count: ({ shop }, query) => countReturns(shop.db, query),
  columnLabel: ({ request }, column) => request.locals.t(`console-packing:return_column.${column}`),
  filterLabel: ({ request }) => request.locals.t('console-packing:return_column.status'),
  valueLabel: ({ request }, _filter, value) =>
    request.locals.t(`console-packing:return_status.${value as ReturnStatus | typeof awaited | typeof refused}`),
  mayExport: () => false,
}
const { save_view, remove_view } = listActions(source, { view: 'returns.view', file: 'orders.export' })

/** The returns, newest first. */
export const returnsScreen = consoleScreen<ListPage>({
  screen: 'returns',
  permission: 'returns.view',
  load: (context) => listPage(context, source),
  actions: { save_view, remove_view },
})

const tones: Partial<Record<ReturnStatus, ListCell['tone']>> = {
  requested: 'warn',
  partly_received: 'warn',
  received: 'signal',
  refunded: 'good',
}

function returnRow(
  { shop, session, request: { locals } }: ConsoleContext,
  row: Awaited<ReturnType<typeof returnListRows>>[number],
): KeyedRow {
  const order = row.order_number ?? ''
  const isRefused = row.status === 'received' && row.refusal !== ''
  const cells: Record<Column, ListCell> = {
    number: { text: row.number, address: consolePath('return', { number: row.number }) },
    order: { text: order, ...(order === '' ? {} : { address: consolePath('order', { number: order }) }) },
    kind: { text: locals.t(`console-packing:return_kind.${row.kind}`), tone: 'plain' },
    status: {
      text: locals.t(`console-packing:return_status.${isRefused ? refused : row.status}`),
      tone: isRefused ? 'plain' : (tones[row.status] ?? 'plain'),
    },
    requested: {
      text: formatMoment(row.requested_at, { language: session.staff.language, home: shop.settings.all.home }),
    },
    name: { text: row.name },
  }
  return { id: row.id, label: row.number, cells, key: { value: row.requested_at, id: row.id } }
}
