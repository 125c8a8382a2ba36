import { consolePath } from '../../../console-routes.ts'
import {
  apiChangeKinds,
  type ApiChangeKind,
  type ApiChangeLine,
  type ApiChangesPage,
} from '../../../contracts/console/api-changes.ts'
import { undoForm } from '../../../contracts/console/staff.ts'
import { newestApiKeys } from '../../identity/api-keys/api-key-queries.ts'
import { isOver } from '../../identity/api-keys/api-keys.ts'
import { may } from '../../identity/staff/staff-session.ts'
import { entriesOf, entryById } from '../../platform/audit/audit-queries.ts'
import { apiScopesJson } from '../../platform/db/json-columns.ts'
import type { Row } from '../../platform/db/tables.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'
import { consoleAction, consoleScreen } from '../frame/console-screen.ts'
import { auditLine } from '../staff/audit-lines.ts'
import { apiChanges, skusOf, undoableValues, undoApiChange } from './api-change-undo.ts'

type Entry = Row<'audit_log'>
const shownAtOnce = 20
/** An article is looked for in so many of the newest changes. */
const maxSearched = 300
const maxKeys = 200
/** Of a change of many articles, so many are shown. */
const shownArticles = 100

/** The stock and the prices that other systems have set, and taking that back. */
export const apiChangesScreen = consoleScreen<ApiChangesPage>({
  screen: 'api-changes',
  permission: 'products.view',
  load: changesContent,
  actions: {
    undo: consoleAction({
      permission: 'products.change',
      form: undoForm,
      run: async (context, { entry: id }) => {
        const entry = await entryById(context.shop.db, id)
        const kind = entry && kindOf(entry)
        if (!entry || !kind) throw new ConsoleError('unknown')
        if (!may(context.session, apiChanges[kind].permission)) throw new ConsoleError('not_possible')
        await undoApiChange(context, kind, entry)
      },
    }),
  },
})

const kindOf = ({ operation }: Entry): ApiChangeKind | undefined =>
  apiChangeKinds.find((kind) => apiChanges[kind].operations.some((each) => each === operation))

async function changesContent(context: ConsoleContext): Promise<ApiChangesPage> {
  const { shop, session, request } = context
  const { kind, sku, before } = filterIn(request.url.searchParams)
  const { operations, permission } = apiChanges[kind]
  const limit = sku === '' ? shownAtOnce + 1 : maxSearched
  const read = await entriesOf(shop.db, operations, limit, before)
  const found = sku === '' ? read : read.filter((entry) => skusOf(entry).includes(sku))
  const shown = found.slice(0, shownAtOnce)
  const last = found.length > shownAtOnce ? shown.at(-1) : undefined
  const mayChange = may(session, 'products.change') && may(session, permission)
  const lines: ApiChangeLine[] = []
  for (const entry of shown) lines.push(await lineOf(context, { kind, entry, sku, mayChange }))
  return {
    kind,
    sku,
    lines,
    systems: await systemsThatSet(context, kind),
    mayChange,
    older: last ? consolePath('api-changes', {}, { kind, sku: sku || null, before: String(last.seq) }) : null,
  }
}

/** What the address asks for. */
function filterIn(query: URLSearchParams) {
  const [, before] = /^(\d{1,15})$/.exec(query.get('before') ?? '') ?? []
  return {
    kind: apiChangeKinds.find((each) => each === query.get('kind')) ?? 'stock',
    sku: (query.get('sku') ?? '').trim().slice(0, 60),
    before: before === undefined ? undefined : Number(before),
  }
}

type Shown = { kind: ApiChangeKind; entry: Entry; sku: string; mayChange: boolean }

async function lineOf({ shop }: ConsoleContext, { kind, entry, sku, mayChange }: Shown): Promise<ApiChangeLine> {
  const line = auditLine(entry)
  const first = line.changes.filter(({ field }) => field === sku)
  return {
    ...line,
    // From where it came is for those who may see the log.
    address: '',
    changes: [...first, ...line.changes.filter(({ field }) => field !== sku)].slice(0, shownArticles),
    articles: line.changes.length,
    standing: mayChange ? (await undoableValues(shop.db, kind, entry)).size : 0,
  }
}

/** The keys that may set the same now. */
async function systemsThatSet({ shop }: ConsoleContext, kind: ApiChangeKind): Promise<string[]> {
  const scope = kind === 'stock' ? 'stock.write' : 'prices.write'
  const keys = await newestApiKeys(shop.db, maxKeys)
  const live = keys.filter((key) => !isOver(key, shop.now()) && apiScopesJson.read(key.scopes).includes(scope))
  return [...new Set(live.map(({ name }) => name))]
}
