import { consolePath } from '../../../console-routes.ts'
import type { RunPage } from '../../../contracts/console/bulk.ts'
import { may } from '../../identity/staff/staff-session.ts'
import { rowsOfRun, runById } from '../bulk/bulk-queries.ts'
import { faultText } from '../frame/console-error.ts'
import { consoleScreen } from '../frame/console-screen.ts'
import { subjectPath } from '../frame/subject-path.ts'

/** An operation on many records: how far it is, and what came of each. For who started it, and who reads the log. */
export const runScreen = consoleScreen<RunPage>({
  screen: 'run',
  permission: 'own',
  load: async ({ shop, session, request: { params, locals } }) => {
    const run = await runById(shop.db, (params['id'] ?? '').slice(0, 120))
    if (!run || (run.staff_id !== session.staff.id && !may(session, 'audit.view'))) return undefined
    const rows = await rowsOfRun(shop.db, run.id)
    const count = (state: string) => rows.filter((row) => row.state === state).length
    return {
      operation: run.operation,
      startedAt: run.created_at,
      actor: run.actor,
      isDone: run.done_at !== null,
      back: consolePath('orders'),
      counts: { waiting: count('waiting'), done: count('done'), refused: count('refused') },
      rows: rows.map(({ subject, subject_id: id, state, fault }) => ({
        label: subject,
        address: subjectPath('order', id, subject) ?? null,
        state,
        fault: fault === '' ? null : faultText(fault, locals.t),
      })),
    }
  },
})
