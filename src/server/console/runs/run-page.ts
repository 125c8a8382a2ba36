import { consolePath, safeConsolePath } from '../../../console-routes.ts'
import { runOperations, type OrdersBulk, type RunOperation, type RunPage } from '../../../contracts/console/bulk.ts'
import { may } from '../../identity/staff/staff-session.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { newId } from '../../platform/ids.ts'
import { countStates, rowsOfRun, runById, waitingRows, type BulkRow, type BulkRun } from '../bulk/bulk-queries.ts'
import { blockedBy } from '../bulk/bulk-run.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { faultText } from '../frame/console-error.ts'
import { consoleScreen } from '../frame/console-screen.ts'
import { subjectPath } from '../frame/subject-path.ts'
import { bulkPermissions } from '../orders/bulk-permissions.ts'

const shownRows = 200

/** An operation on many records: how far it is, and what came of each. For who started it, and who reads the log. */
export const runScreen = consoleScreen<RunPage>({
  screen: 'run',
  permission: 'own',
  load: async (context) => {
    const { shop, session } = context
    const { params, locals } = context.request
    const run = await runById(shop.db, (params['id'] ?? '').slice(0, 120))
    const operation = runOperations.find((each) => each === run?.operation)
    if (!run || !operation || (run.staff_id !== session.staff.id && !may(session, 'audit.view'))) return undefined
    const counts = await countStates(shop.db, run.id)
    const rows = await rowsOfRun(shop.db, run.id, shownRows)
    const kind = kindOf(operation)
    return {
      operation,
      startedAt: run.created_at,
      actor: run.actor,
      isDone: run.done_at !== null,
      area: `${kind}s`,
      back: run.back === '' ? consolePath(`${kind}s`) : safeConsolePath(run.back),
      counts,
      behind: await behindOf(shop.db, run),
      next: nextOf(context, run, rows, counts.done),
      again: againOf(context, run, rows),
      rows: rows.map(({ subject, subject_id: id, state, fault }) => ({
        label: subject,
        address: subjectPath(kind, id, subject) ?? null,
        state,
        fault: fault === '' ? null : faultText(fault, locals.t),
      })),
    }
  },
})

/** The earlier run that this one waits for: what it does, whose it is, and how far it is. */
async function behindOf(db: Queryable, run: BulkRun): Promise<RunPage['behind']> {
  if (run.done_at !== null) return null
  const id = await blockedBy(db, run, await waitingRows(db, run.id))
  const earlier = id === undefined ? undefined : await runById(db, id)
  const operation = runOperations.find((each) => each === earlier?.operation)
  if (!earlier || !operation) return null
  const { waiting, done, refused } = await countStates(db, earlier.id)
  return { operation, actor: earlier.actor, ended: done + refused, all: waiting + done + refused }
}

/** What follows an operation on orders most often. */
const following: Readonly<Record<string, readonly OrdersBulk[]>> = {
  'orders.process': ['slips', 'ship'],
  'orders.ship': ['deliver'],
}

/** Nothing while the run goes on, or of a run that the page does not show as a whole. */
function nextOf({ session }: ConsoleContext, run: BulkRun, rows: readonly BulkRow[], done: number): RunPage['next'] {
  const ids = rows.filter(({ state }) => state === 'done').map((row) => row.subject_id)
  const actions = (following[run.operation] ?? []).filter((action) => may(session, bulkPermissions[action]))
  const isWhole = run.done_at !== null && done > 0 && ids.length === done
  return isWhole && actions.length > 0 ? { key: newId(), rows: ids, actions } : null
}

/** What is sent once more, after what stood in the way was put right; of very many refused records those shown. */
function againOf({ session }: ConsoleContext, run: BulkRun, rows: readonly BulkRow[]): RunPage['again'] {
  const refused = rows.filter(({ state }) => state === 'refused').map((row) => row.subject_id)
  if (run.done_at === null || refused.length === 0 || run.staff_id !== session.staff.id) return null
  const [area = '', action = ''] = run.operation.split('.')
  return { address: consolePath(area as RunPage['area']), action, key: newId(), rows: refused, reason: run.note }
}

/** The kind of record that an operation is about. */
function kindOf(operation: RunOperation): 'invoice' | 'product' | 'order' {
  if (operation.startsWith('invoices.')) return 'invoice'
  return operation.startsWith('products.') ? 'product' : 'order'
}
