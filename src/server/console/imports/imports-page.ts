import { consolePath } from '../../../console-routes.ts'
import {
  importOrigins,
  importStates,
  type ImportOrigin,
  type ImportShownState,
  type ImportsPage,
} from '../../../contracts/console/imports.ts'
import type { ListCell } from '../../../contracts/console/lists.ts'
import { formatMoment, formatNumber } from '../../../i18n/formats.ts'
import { may } from '../../identity/staff/staff-session.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { consoleScreen } from '../frame/console-screen.ts'
import { listActions, listPage, type KeyedRow, type ListSource } from '../lists/list-page.ts'
import { fileNames } from './file-names.ts'
import { countImports, importListRows } from './import-list-queries.ts'
import { importState } from './import-state.ts'

type Column =
  | 'at'
  | 'file'
  | 'origin'
  | 'actor'
  | 'state'
  | 'created'
  | 'changed'
  | 'unchanged'
  | 'rejected'
  | 'vanished'
type Filter = 'state' | 'origin'
type Value = `state.${ImportShownState}` | `origin.${ImportOrigin}`

const source: ListSource<Column> = {
  definition: {
    name: 'imports',
    columns: [
      { name: 'file' },
      { name: 'at', isSortable: true },
      { name: 'state' },
      { name: 'origin' },
      { name: 'actor' },
      { name: 'created', isAmount: true },
      { name: 'changed', isAmount: true },
      { name: 'unchanged', isAmount: true },
      { name: 'rejected', isAmount: true },
      { name: 'vanished', isAmount: true },
    ],
    filters: [
      { name: 'state', kind: 'choice', values: importStates },
      { name: 'origin', kind: 'choice', values: importOrigins },
    ],
    sort: 'at',
  },
  rows: async (context, query, limit) =>
    (await importListRows(context.shop.db, query, limit)).map((row) => importRow(context, row)),
  count: ({ shop }, query) => countImports(shop.db, query),
  columnLabel: ({ request }, column) => request.locals.t(`console-imports:column.${column}`),
  filterLabel: ({ request }, filter) => request.locals.t(`console-imports:filter.${filter as Filter}`),
  valueLabel: ({ request }, filter, value) => request.locals.t(`console-imports:${`${filter}.${value}` as Value}`),
  mayExport: ({ session }) => may(session, 'imports.view'),
}

const tones = {
  draft: 'plain',
  checked: 'plain',
  working: 'warn',
  imported: 'good',
  undone: 'warn',
  refused: 'signal',
} as const satisfies Record<ImportShownState, ListCell['tone']>

function importRow(
  { shop, session, request: { locals } }: ConsoleContext,
  row: Awaited<ReturnType<typeof importListRows>>[number],
): KeyedRow {
  const { language } = session.staff
  const count = (value: number | null): ListCell => ({ text: value === null ? '' : formatNumber(value, language) })
  const state = importState(row)
  const [first = '', ...rest] = fileNames(row)
  const others = rest.length
  const cells: Record<Column, ListCell> = {
    file: {
      text: first,
      inFile: row.file,
      address: consolePath('import', { id: row.id }),
      ...(others > 0 ? { second: locals.t('console-imports:more_files', { count: others }) } : {}),
    },
    at: { text: formatMoment(row.created_at, { language, home: shop.settings.all.home }) },
    state: { text: locals.t(`console-imports:state.${state}`), tone: tones[state] },
    origin: { text: locals.t(`console-imports:origin.${row.origin}`), ...(row.source ? { second: row.source } : {}) },
    actor: { text: row.actor },
    created: count(row.created),
    changed: count(row.changed),
    unchanged: count(row.unchanged),
    rejected: count(row.rejected),
    vanished: count(row.vanished),
  }
  return { id: row.id, label: first, cells, key: { value: row.created_at, id: row.id } }
}

/** Every import: uploads of the console, commands, and runs of sources. */
export const importsScreen = consoleScreen<ImportsPage>({
  screen: 'imports',
  permission: 'imports.view',
  load: async (context) => ({
    ...(await listPage(context, source)),
    mayChange: may(context.session, 'imports.change'),
  }),
  actions: listActions(source, { view: 'imports.view', file: 'imports.view' }),
  doneElsewhere: ['remove'],
})
