import { consolePath } from '../../../console-routes.ts'
import { findingKinds, type FindingsPage, type ImportPage } from '../../../contracts/console/imports.ts'
import { columnRoles, updateRoles } from '../../../domain/products/feed-choices.ts'
import { auditNameKey } from '../../../i18n/audit-names.ts'
import { lastChanges } from '../../catalog/import/journal/last-changes.ts'
import {
  countFindings,
  findingsAfter,
  maxFindings,
  type FindingRow,
} from '../../catalog/import/runs/finding-queries.ts'
import { baseOfRow } from '../../catalog/import/runs/profile-of-row.ts'
import { choicesJson, notesJson, previewJson, reasonJson, reasonsJson } from '../../catalog/import/runs/run-json.ts'
import { isOtherTaskRunning, type ImportRow } from '../../catalog/import/runs/run-queries.ts'
import { interrupted, longTasks, unreported } from '../../catalog/sources/carry-out-imports.ts'
import { may } from '../../identity/staff/staff-session.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { namesOfRecords, type NamedKind } from '../staff/audit-name-queries.ts'
import { fileNames } from './file-names.ts'
import {
  countUndoableFiles,
  countUnchangedSince,
  countWritten,
  hasSteps,
  skusChangedSince,
} from './import-list-queries.ts'
import { importState } from './import-state.ts'
import { requestedImport } from './on-import.ts'

const rowsOfPage = 50
/** So many products that an undo leaves as they are have their names. */
const maxKept = 20

/** Everything that is known of the import of the address; undefined where there is none. */
export async function importContent(context: ConsoleContext): Promise<ImportPage | undefined> {
  const row = await requestedImport(context)
  if (!row) return undefined
  const { db } = context.shop
  const mayChange = may(context.session, 'imports.change')
  const standing = row.run === null ? 0 : await countUndoableFiles(db, row.run)
  const state = importState({ ...row, standing })
  const { rows, created, changed, unchanged, rejected, vanished } = row
  return {
    id: row.id,
    version: String(row.version),
    files: fileNames(row),
    bytes: row.bytes,
    origin: row.origin,
    source: row.source,
    actor: row.actor,
    createdAt: row.created_at,
    endedAt: row.ended_at,
    state,
    work: row.task === '' ? null : { ...(await workOf(context, row)), task: row.task },
    problem: problemOf(row),
    notes: notesJson.read(row.notes),
    counts: { rows, created, changed, unchanged, rejected, vanished },
    draft: row.state === 'draft' ? draftOf(row) : null,
    isChecked: row.is_checked === 1,
    findings: await findingsOf(context, row),
    mayChange,
    undo: mayChange && state === 'imported' ? await undoOf(context, row) : null,
  }
}

/** What taking the import back would do; null where what it replaced is not kept any more. */
async function undoOf({ shop: { db } }: ConsoleContext, { id, run }: ImportRow): Promise<ImportPage['undo']> {
  if (run === null || !(await hasSteps(db, run))) return null
  const written = await countWritten(db, run)
  const all = written.created + written.changed
  const changedSince = Math.max(0, all - (await countUnchangedSince(db, run)))
  const skus = changedSince === 0 ? [] : await skusChangedSince(db, id, run, maxKept)
  return { ...written, changedSince, kept: await lastChanges(db, skus) }
}

/** How far the task is; one that has not begun waits for another import where that is gone through. */
async function workOf({ shop }: ConsoleContext, { id, task, lease, phase, done, total }: ImportRow) {
  if (lease !== '' || !longTasks.some((each) => each === task)) return { phase, done, total }
  const others = { now: shop.now().toISOString(), tasks: longTasks }
  return { phase: (await isOtherTaskRunning(shop.db, id, others)) ? 'waiting' : phase, done, total }
}

function problemOf({ fault, fault_reasons: reasons }: ImportRow): ImportPage['problem'] {
  if (fault === '') return null
  if (fault === interrupted || fault === unreported) return { ended: fault }
  return { said: fault, reasons: reasons === '' ? [] : reasonsJson.read(reasons) }
}

function draftOf(row: ImportRow): ImportPage['draft'] {
  const [choices, preview] = [choicesJson.read(row.choices), previewJson.read(row.preview)]
  if (!choices || !preview) return null
  const samples = new Map(preview.columns.map(({ column, cells }) => [column, cells]))
  const base = baseOfRow(row)
  return {
    choices,
    columns: choices.columns.map((each) => ({ ...each, cells: samples.get(each.column) ?? [] })),
    roles: choices.goal === 'update' ? columnRoles.filter((role) => updateRoles.has(role)) : columnRoles,
    rows: preview.rows,
    isPreviewOld: row.fault !== '',
    doubts: preview.doubts,
    profiles: preview.profiles,
    fitting: preview.fitting,
    headerRow: String(base.json['headerRow'] ?? ''),
    kept: [...base.kept, ...base.attributes.map(({ id }) => `attributes.${id}`)],
  }
}

async function findingsOf(context: ConsoleContext, { id, state }: ImportRow): Promise<FindingsPage> {
  const {
    shop,
    session,
    request: { url },
  } = context
  const found = await countFindings(shop.db, id)
  const counts = Object.fromEntries(findingKinds.map((kind) => [kind, found.get(kind) ?? 0])) as FindingsPage['counts']
  const requested = findingKinds.find((each) => each === url.searchParams.get('found'))
  const kind = requested ?? findingKinds.find((each) => counts[each] > 0) ?? 'created'
  const typed = url.searchParams.get('from') ?? ''
  const from = /^\d{1,6}$/.test(typed) ? Number(typed) : 0
  const rows = await findingsAfter(shop.db, { importId: id, kind, from, limit: rowsOfPage + 1 })
  const at = (next: number) => consolePath('import', { id }, { found: kind, from: next })
  return {
    kind,
    counts,
    names: await namesIn(context, rows),
    rows: rows.slice(0, rowsOfPage).map(({ row, sku, field, before, after, reason, name_sv: nameSv }) => ({
      // The product of a group of choices has no row of its own.
      row: row !== null && row < 0 ? null : row,
      sku,
      field,
      before,
      // An older version kept the English name alone.
      after: session.staff.language === 'sv' && nameSv !== '' ? nameSv : after,
      reason: reason === '' ? null : reasonJson.read(reason),
      address:
        sku === '' || (kind === 'created' && state !== 'imported') ? null : consolePath('products', {}, { q: sku }),
    })),
    from,
    previous: from > 0 ? at(Math.max(0, from - rowsOfPage)) : null,
    next: rows.length > rowsOfPage ? at(from + rowsOfPage) : null,
    most: maxFindings,
  }
}

/** What the attributes and categories are called that changed fields name by their ids. */
async function namesIn({ shop, session }: ConsoleContext, rows: readonly FindingRow[]): Promise<FindingsPage['names']> {
  const attributes = rows.flatMap(({ field }) => /^attribute (.+)$/s.exec(field)?.[1] ?? [])
  const categories = rows.flatMap(({ field, before, after }) =>
    field === 'main category' || field === 'categories' ? [before, after].flatMap((ids) => ids.split(', ')) : [],
  )
  const wanted = new Map<NamedKind, Set<string>>([
    ['attribute', new Set(attributes)],
    ['category', new Set(categories)],
  ])
  const found = await namesOfRecords(shop.db, wanted, session.staff.language)
  return Object.fromEntries(found.map(({ kind, id, name }) => [auditNameKey(kind, id), name]))
}
