import type { ListName, ListPage, ListQuery } from '../../../contracts/console/lists.ts'
import { listFileForm, viewForm } from '../../../contracts/console/lists.ts'
import { idForm } from '../../../contracts/console/staff.ts'
import type { Needed } from '../../../domain/staff/permissions.ts'
import { appendAudit } from '../../platform/audit/audit.ts'
import { isOtherType } from '../../platform/db/is-other-type.ts'
import { newId } from '../../platform/ids.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'
import { consoleAction } from '../frame/console-screen.ts'
import { forReports } from '../frame/for-reports.ts'
import { listFile, rowsOfFile } from './list-file.ts'
import { countedRows, deleteView, saveView, viewsOf } from './list-queries.ts'
import { listParameters, listQuery, writeCursor, type ListDefinition } from './list-query.ts'
import { atHomeClock } from './list-rows.ts'
import { mostFoundOf, type KeyedRow, type ListSource } from './list-source.ts'

export type { KeyedRow, ListSource } from './list-source.ts'

const rowsOfPage = 50
const maxViews = 50

/** One page of a list, with everything that its screen says about it. */
export async function listPage<Column extends string>(
  context: ConsoleContext,
  source: ListSource<Column>,
): Promise<ListPage> {
  const { definition } = source
  const { searchParams } = context.request.url
  const parameters = listParameters(definition, searchParams)
  const reading = definition.isLarge ? forReports(context) : context
  const { query, utcQuery, found } = await readRows(reading, source, listQuery(definition, searchParams))
  const count = await source.count(reading, utcQuery)
  const { rows, next, previous } = takePage(found, query)
  const views = await viewsOf(context.shop.db, context.session.staff.id, definition.name)
  return {
    columns: inReadersOrder(definition, query.columns).map((column) => ({
      ...column,
      label: source.columnLabel(context, column.name),
      isShown: query.columns.includes(column.name),
    })),
    filters: definition.filters.map((filter) => ({
      ...filter,
      label: source.filterLabel(context, filter.name),
      value: query.filters[filter.name] ?? '',
      labels:
        filter.kind === 'choice'
          ? Object.fromEntries(filter.values.map((value) => [value, source.valueLabel(context, filter.name, value)]))
          : {},
    })),
    rows,
    emptyText: emptyText(context, definition.name, query),
    query,
    parameters,
    next: next && addressOf(parameters, 'after', next),
    previous: previous && addressOf(parameters, 'before', previous),
    count: Math.min(count, countedRows),
    isMore: count > countedRows,
    mostFound: await mostFoundOf(reading, source, query.search),
    presets: presetsOf(context, source, query),
    views: views.map(({ id, name, query: kept }) => ({ id, name, query: kept })),
    mayExport: source.mayExport(context),
    rowsOfFile,
  }
}

/** Reads the rows of a page; of the first one, if the database cannot compare the list's columns with the cursor. */
async function readRows<Column extends string>(
  context: ConsoleContext,
  source: ListSource<Column>,
  query: ListQuery & { sort: Column },
): Promise<{ query: typeof query; utcQuery: typeof query; found: readonly KeyedRow[] }> {
  const utcQuery = atHomeClock(context, source.definition, query)
  try {
    return { query, utcQuery, found: await source.rows(context, utcQuery, rowsOfPage + 1) }
  } catch (error) {
    if (query.cursor === null || !isOtherType(error)) throw error
    return readRows(context, source, { ...query, cursor: null })
  }
}

/** A preset is called as the value of its filter; one that is chosen with a plain yes, as the filter. */
function presetsOf<Column extends string>(
  context: ConsoleContext,
  source: ListSource<Column>,
  { search, filters }: ListQuery,
) {
  const chosen = Object.entries(filters).filter(([, value]) => value !== '')
  return (source.definition.presets ?? []).map(([filter, value]) => ({
    name: value === 'yes' ? source.filterLabel(context, filter) : source.valueLabel(context, filter, value),
    query: String(new URLSearchParams({ [filter]: value })),
    isShown: search === '' && chosen.length === 1 && filters[filter] === value,
  }))
}

/** What a list without rows says: that the filters leave none, or what will come here. */
function emptyText(
  { request: { locals } }: ConsoleContext,
  name: ListName,
  { search, filters, cursor }: ListQuery,
): string {
  const isNarrowed = search !== '' || cursor !== null || Object.values(filters).some((value) => value !== '')
  return locals.t(isNarrowed ? 'console:list.empty' : `console-frame:list.none.${name}`)
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
      isFile: true,
      form: listFileForm,
      run: async (context, { format = 'csv' }) => {
        const { shop, session, request } = context
        const subject = { kind: 'list', id: list, label: list }
        const note = exportNote(source.definition, request.url.searchParams)
        const action = { operation: 'lists.export', subject, note }
        await shop.db.transaction().execute((trx) => appendAudit(trx, session.actor, action, shop.now()))
        return listFile(context, source, format)
      },
    }),
    save_view: consoleAction({
      permission,
      form: viewForm,
      run: async ({ shop, session }, { name, query }) => {
        if (name === '') throw new ConsoleError('name_invalid')
        const { id } = session.staff
        if ((await viewsOf(shop.db, id, list)).length >= maxViews) throw new ConsoleError('too_many')
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

/** What the audit log records of a list: not the typed text, which may name a person and would outlive an erasure. */
function exportNote<Column extends string>(definition: ListDefinition<Column>, searchParams: URLSearchParams): string {
  const typed = new Set(['q', ...definition.filters.flatMap(({ name, kind }) => (kind === 'text' ? [name] : []))])
  const logged = listParameters(definition, searchParams).map(([name, value]) => [
    name,
    typed.has(name) ? '•••' : value,
  ])
  return `?${new URLSearchParams(logged)}`.slice(0, 1_000)
}

type Key = KeyedRow['key']

/** Takes the row that was read beyond the page off, which says that there is more. */
function takePage(
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

/** The shown columns in the order that was chosen, then the others. */
function inReadersOrder<Column extends string>({ columns }: ListDefinition<Column>, shown: readonly string[]) {
  const chosen = shown.flatMap((name) => columns.filter((column) => column.name === name))
  return [...chosen, ...columns.filter(({ name }) => !shown.includes(name))]
}
