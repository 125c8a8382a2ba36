import type { AuditLine } from '../../../contracts/console/staff.ts'
import { auditJson } from '../../platform/db/json-columns.ts'
import type { Row } from '../../platform/db/tables.ts'

/** More of a value is not shown: the products of a tag are thousands. */
const maxLength = 5_000

/** An entry as people read it: each field with its value before and after. */
export function auditLine(row: Row<'audit_log'>): AuditLine {
  const [before, after] = [auditJson.read(row.before), auditJson.read(row.after)]
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return {
    id: row.id,
    at: row.at,
    actor: row.actor,
    address: row.address,
    operation: row.operation,
    subject: row.subject,
    subjectKind: row.subject_kind,
    subjectId: row.subject_id,
    note: row.note,
    changes: fields.map((field) => ({ field, before: valueText(before[field]), after: valueText(after[field]) })),
  }
}

function valueText(value: unknown): string {
  if (value === undefined || value === null) return ''
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > maxLength ? `${text.slice(0, maxLength)} …` : text
}
