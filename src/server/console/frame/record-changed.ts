import { auditOf } from '../../platform/audit/audit-queries.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { ConsoleError } from './console-error.ts'

/** The refusal of a form whose record somebody has changed meanwhile; names who, if staff did. */
export async function recordChanged(db: Queryable, subject: { kind: string; id: string }): Promise<ConsoleError> {
  const [last] = await auditOf(db, subject, 1)
  return last ? new ConsoleError('record_changed_by', { who: last.actor }) : new ConsoleError('record_changed')
}
