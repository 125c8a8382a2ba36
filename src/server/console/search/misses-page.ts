import { consolePath } from '../../../console-routes.ts'
import type { ListCell } from '../../../contracts/console/lists.ts'
import { missesForm, missMeaningsForm, type MissesPage } from '../../../contracts/console/search.ts'
import { formatMoment } from '../../../i18n/formats.ts'
import { addMeanings, readMeanings, readPhrase, searchedPhrase } from '../../catalog/search-words/edit-synonyms.ts'
import { dismissMisses } from '../../catalog/search-words/word-queries.ts'
import { may } from '../../identity/staff/staff-session.ts'
import { appendAudit } from '../../platform/audit/audit.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'
import { consoleAction, consoleScreen } from '../frame/console-screen.ts'
import { listActions, listPage, type KeyedRow, type ListSource } from '../lists/list-page.ts'
import { countMisses, missRows } from './search-list-queries.ts'
import { parseMiss } from './trial.ts'
import { changeWord, linesIn, synonymAction } from './word-action.ts'

type Column = 'query' | 'language' | 'misses' | 'last' | 'synonym' | 'trigger' | 'try'
type Filter = 'state' | 'language'
type Value = 'state.open' | 'state.dismissed' | 'language.sv' | 'language.en'

const source: ListSource<Column> = {
  definition: {
    name: 'search-misses',
    columns: [
      { name: 'query', isSortable: true },
      { name: 'misses', isSortable: true, isAmount: true },
      { name: 'language' },
      { name: 'last', isSortable: true },
      { name: 'try' },
      { name: 'synonym' },
      { name: 'trigger' },
    ],
    filters: [
      { name: 'state', kind: 'choice', values: ['open', 'dismissed'] },
      { name: 'language', kind: 'choice', values: ['sv', 'en'] },
    ],
    presets: [
      ['state', 'open'],
      ['state', 'dismissed'],
    ],
    sort: 'misses',
  },
  rows: async (context, query, limit) =>
    (await missRows(context.shop.db, query, limit)).map((row) => missRow(context, row, query.sort)),
  count: (context, query) => countMisses(context.shop.db, query),
  columnLabel: ({ request }, column) => request.locals.t(`console-search:column.${column}`),
  filterLabel: ({ request }, filter) => request.locals.t(`console-search:filter.${filter as Filter}`),
  valueLabel: ({ request }, filter, value) => request.locals.t(`console-search:${`${filter}.${value}` as Value}`),
  mayExport: ({ session }) => may(session, 'products.view'),
}

const permission = 'products.change'

/** Searches that found nothing, the most frequent first; nothing about who searched is kept. */
export const missesScreen = consoleScreen<MissesPage>({
  screen: 'search-misses',
  permission: 'products.view',
  load: async (context) => ({ ...(await listPage(context, source)), mayChange: may(context.session, permission) }),
  actions: {
    ...listActions(source, { view: 'products.view', file: 'products.view' }),
    dismiss: consoleAction({
      permission,
      form: missesForm,
      run: (context, { 'row[]': rows }) => dismiss(context, rows, { operation: 'search.dismiss', isBack: false }),
    }),
    synonym: consoleAction({
      permission,
      form: missMeaningsForm,
      run: (context, { 'row[]': rows, words }) => addSynonym(context, rows, words),
    }),
    restore: consoleAction({
      permission,
      form: missesForm,
      run: (context, { 'row[]': rows }) => dismiss(context, rows, { operation: 'search.restore', isBack: true }),
    }),
  },
})

const maxAtOnce = 200

function requireMisses(rows: readonly string[]) {
  const misses = rows.slice(0, maxAtOnce).flatMap((row) => parseMiss(row) ?? [])
  if (misses.length === 0) throw new ConsoleError('nothing_chosen')
  return misses
}

/** Gives all the chosen searches the same meanings, beside those that they have; each of them is dealt with then. */
async function addSynonym(context: ConsoleContext, rows: readonly string[], typed: string): Promise<void> {
  const misses = requireMisses(rows)
  const words = readMeanings(linesIn(typed))
  const phrases = new Set(misses.map(({ query }) => searchedPhrase(readPhrase(query))))
  for (const phrase of phrases)
    await changeWord(context, synonymAction('search.synonym', phrase), (shop) => addMeanings(shop, { phrase, words }))
  await dismiss(context, rows, { operation: 'search.dismiss', isBack: false })
}

async function dismiss(
  { shop, session }: ConsoleContext,
  rows: readonly string[],
  { operation, isBack }: { operation: string; isBack: boolean },
): Promise<void> {
  const misses = requireMisses(rows)
  const note = misses
    .map(({ query }) => query)
    .join(', ')
    .slice(0, 1_000)
  const subject = { kind: 'list', id: 'search-misses', label: 'search-misses' }
  await shop.db.transaction().execute(async (trx) => {
    await dismissMisses(trx, misses, isBack ? null : shop.now().toISOString())
    await appendAudit(trx, session.actor, { operation, subject, note }, shop.now())
  })
}

type Row = Awaited<ReturnType<typeof missRows>>[number]

function missRow({ shop, session, request }: ConsoleContext, row: Row, sort: string): KeyedRow {
  const { t } = request.locals
  const { home } = shop.settings.all
  const { id, language, query } = row
  const cells: Record<Column, ListCell> = {
    query: { text: query, ...(row.dismissed_at === null ? {} : { second: t('console-search:state.dismissed') }) },
    language: { text: t(`console-search:language.${language}`) },
    misses: { text: String(row.misses) },
    last: { text: formatMoment(row.last_at, { language: session.staff.language, home }) },
    try: { text: t('console-search:try'), address: consolePath('search-words', {}, { query, language }) },
    synonym: { text: t('console-search:make_synonym'), address: consolePath('search-synonym', {}, { miss: id }) },
    trigger: { text: t('console-search:make_trigger'), address: consolePath('search-trigger', {}, { miss: id }) },
  }
  const value = sort === 'query' ? query : sort === 'last' ? row.last_at : row.misses
  return { id, label: query, cells, key: { value, id } }
}
