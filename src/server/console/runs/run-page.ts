import { consolePath, safeConsolePath } from '../../../console-routes.ts'
import type { RunPage } from '../../../contracts/console/bulk.ts'
import { may } from '../../identity/staff/staff-session.ts'
import { countStates, rowsOfRun, runById } from '../bulk/bulk-queries.ts'
import { faultText } from '../frame/console-error.ts'
import { consoleScreen } from '../frame/console-screen.ts'
import { subjectPath } from '../frame/subject-path.ts'

const shownRows = 200

/** An operation on many records: how far it is, and what came of each. For who started it, and who reads the log. */
export const runScreen = consoleScreen<RunPage>({
  screen: 'run',
  permission: 'own',
  load: async ({ shop, session, request: { params, locals } }) => {
    const run = await runById(shop.db, (params['id'] ?? '').slice(0, 120))
    if (!run || (run.staff_id !== session.staff.id && !may(session, 'audit.view'))) return undefined
    const counts = await countStates(shop.db, run.id)
    const rows = await rowsOfRun(shop.db, run.id, counts.waiting + counts.done + counts.refused, shownRows)
    return {
      operation: run.operation,
      startedAt: run.created_at,
      actor: run.actor,
      isDone: run.done_at !== null,
      back: run.back === '' ? consolePath('orders') : safeConsolePath(run.back),
      counts,
      rows: rows.map(({ subject, subject_id: id, state, fault }) => ({
        label: subject,
        address: subjectPath(kindOf(run.operation), id, subject) ?? null,
        state,
        fault: fault === '' ? null : faultText(fault, locals.t),
      })),
    }
  },
})

/** The kind of record that an operation is about. */
function kindOf(operation: string): 'invoice' | 'product' | 'order' {
  if (operation.startsWith('invoices.')) return 'invoice'
  return operation.startsWith('products.') ? 'product' : 'order'
}
