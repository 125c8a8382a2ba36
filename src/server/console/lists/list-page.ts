import type { ListCell, ListPage, ListQuery, ListRow } from '../../../contracts/console/lists.ts'
import { formatCsv } from '../../../domain/lists/csv.ts'
import { appendAudit } from '../../platform/audit/audit.ts'
import { newId } from '../../platform/ids.ts'
import { ConsoleError } from '../frame/console-error.ts'
import { consoleAction } from '../frame/console-screen.ts'
import type { Desk } from '../frame/desk.ts'
import { countedRows, deleteView, saveView, viewsOf } from './list-queries.ts'
import { listParameters, listQuery, writeCursor, type ListDefinition } from './list-query.ts'
import type { Needed } from '../../../domain/staff/permissions.ts'
import { emptyForm, idForm } from '../../../contracts/console/staff.ts'
import { viewForm } from '../../../contracts/console/lists.ts'

const rowsOfPage = 50
const rowsOfExport = 100_000
const mostViews = 50

/** A row as it came from the database: its key in the list, and its cells. */
export type KeyedRow = ListRow & {
  readonly key: { readonly value: string | number | null; readonly id: string | number }
}

export type ListSource<Column extends string> = {
  readonly definition: ListDefinition<Column>
  /** Up to `limit` rows of one page, in reading order. */
  readonly rows: (desk: Desk, query: ListQuery & { sort: Column }, limit: number) => Promise<readonly KeyedRow[]>
  readonly count: (desk: Desk, query: ListQuery & { sort: Column }) => Promise<number>
  readonly columnLabel: (desk: Desk, column: Column) => string
  readonly filterLabel: (desk: Desk, filter: string) => string
  readonly valueLabel: (desk: Desk, filter: string, value: string) => string
  readonly mayExport: (desk: Desk) => boolean
}

/** One page of a list, with everything that its screen says about it. */
export async function listPage<Column extends string>(desk: Desk, source: ListSource<Column>): Promise<ListPage> {
  const { definition } = source
  const { searchParams } = desk.request.url
  const query = listQuery(definition, searchParams)
  const parameters = listParameters(definition, searchParams)
  const found = await source.rows(desk, query, rowsOfPage + 1)
  const count = await source.count(desk, query)
  const { rows, next, previous } = cut(found, query)
  const views = await viewsOf(desk.shop.db, desk.session.staff.id, definition.name)
  return {
    columns: definition.columns.map((column) => ({
      ...column,
      label: source.columnLabel(desk, column.name),
      isShown: query.columns.includes(column.name),
    })),
    filters: definition.filters.map((filter) => ({
      ...filter,
      label: source.filterLabel(desk, filter.name),
      value: query.filters[filter.name] ?? '',
      labels:
        filter.kind === 'choice'
          ? Object.fromEntries(filter.values.map((value) => [value, source.valueLabel(desk, filter.name, value)]))
          : {},
    })),
    rows,
    query,
    parameters,
    next: next && addressOf(parameters, 'after', next),
    previous: previous && addressOf(parameters, 'before', previous),
    count: Math.min(count, countedRows),
    isMore: count > countedRows,
    views: views.map(({ id, name, query: kept }) => ({ id, name, query: kept })),
    mayExport: source.mayExport(desk),
  }
}

/** Every row of the list as rows of text, head first, for a file. */
async function listRows<Column extends string>(desk: Desk, source: ListSource<Column>): Promise<string[][]> {
  const { definition } = source
  const query = { ...listQuery(definition, desk.request.url.searchParams), cursor: null }
  const rows = await source.rows(desk, query, rowsOfExport)
  const columns = definition.columns.filter(({ name }) => query.columns.includes(name))
  const head = columns.map(({ name }) => source.columnLabel(desk, name))
  return [head, ...rows.map(({ cells }) => columns.map(({ name }) => cellText(cells[name])))]
}

/** The list as a file that spreadsheets open; no cell is taken for a formula. */
async function listFile<Column extends string>(desk: Desk, source: ListSource<Column>): Promise<Response> {
  const separator = desk.session.staff.language === 'sv' ? ';' : ','
  const text = formatCsv(await listRows(desk, source), separator)
  const name = `${source.definition.name}-${desk.shop.now().toISOString().slice(0, 10)}.csv`
  return new Response(text, {
    headers: { 'Content-Type': 'text/csv; charset=utf-8', 'Content-Disposition': `attachment; filename="${name}"` },
  })
}

/** What the forms of every list do: keep a view, remove one, and make a file, which asks for the factor. */
export function listActions<Column extends string>(
  source: ListSource<Column>,
  { view, file }: { view: Needed; file: Needed },
) {
  const list = source.definition.name
  const permission = view
  return {
    export: consoleAction({
      permission: file,
      stepUp: true,
      form: emptyForm,
      run: async (desk) => {
        const { shop, session, request } = desk
        const subject = { kind: 'list', id: list, label: list }
        const deed = { operation: 'lists.export', subject, note: request.url.search.slice(0, 1_000) }
        await shop.db.transaction().execute((trx) => appendAudit(trx, session.actor, deed, shop.now()))
        return listFile(desk, source)
      },
    }),
    save_view: consoleAction({
      permission,
      form: viewForm,
      run: async ({ shop, session }, { name, query }) => {
        if (name === '') throw new ConsoleError('name_invalid')
        const { id } = session.staff
        if ((await viewsOf(shop.db, id, list)).length >= mostViews) throw new ConsoleError('too_many')
        await saveView(shop.db, { id: newId(shop.now().getTime()), staff_id: id, list, name, query })
      },
    }),
    remove_view: consoleAction({
      permission,
      form: idForm,
      run: ({ shop, session }, { id }) => deleteView(shop.db, session.staff.id, id),
    }),
  }
}

type Key = KeyedRow['key']

/** Takes the row that was read beyond the page off, which says that there is more. */
function cut(
  found: readonly KeyedRow[],
  { cursor }: ListQuery,
): { rows: KeyedRow[]; next: Key | null; previous: Key | null } {
  const isMore = found.length > rowsOfPage
  const isBackward = cursor?.direction === 'before'
  const rows = isBackward ? found.slice(isMore ? 1 : 0) : found.slice(0, rowsOfPage)
  const first = rows[0]?.key ?? null
  const last = rows.at(-1)?.key ?? null
  return {
    rows,
    next: isMore || isBackward ? last : null,
    previous: (isBackward ? isMore : cursor !== null) ? first : null,
  }
}

function addressOf(parameters: readonly (readonly [string, string])[], name: string, key: Key): string {
  return `?${new URLSearchParams([...parameters.map(([each, value]) => [each, value]), [name, writeCursor(key)]])}`
}

function cellText(cell: ListCell | undefined): string {
  return [cell?.text ?? '', cell?.second ?? ''].filter((text) => text !== '').join(' ')
}
