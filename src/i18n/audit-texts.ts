import { auditOperations, isAuditOperation } from '../domain/staff/audit-operations.ts'
import { groupWord } from './audit-built-fields.ts'
import { auditName, type AuditNames } from './audit-names.ts'
import english from './en/console.json' with { type: 'json' }
import type { TextKey, Translate } from './translator.ts'

/** What an operation of the audit log is called; one that the shop no longer knows keeps its code. */
export function operationText(operation: string, t: Translate): string {
  return isAuditOperation(operation) ? t(`console-audit:operation.${operation}`) : operation
}

/** The operations whose text has these words, in any case. */
export function operationsNamed(words: string, t: Translate): string[] {
  const wanted = words.toLocaleLowerCase()
  return auditOperations.filter((each) => operationText(each, t).toLocaleLowerCase().includes(wanted))
}

type Subject = {
  readonly subject: string
  readonly subjectKind: string
  readonly subjectId: string
  readonly names?: AuditNames | undefined
}

/** What the record of an entry is called: now, where the log has only its id, and as it was then otherwise. */
export function auditSubjectText({ subject, subjectKind: kind, subjectId: id, names }: Subject, t: Translate): string {
  if (kind === 'settings') return groupWord(id, t)
  if (kind === 'list') return listText(id, t) ?? subject
  if (kind === 'rates' || kind === 'vat') return t(`console:audit.kind.${kind}`)
  return subject === id ? (auditName(names, kind, id) ?? subject) : subject
}

/** What the screen of a list is called. */
function listText(list: string, t: Translate): string | undefined {
  const area = list === 'search-misses' ? 'search' : list.replaceAll('-', '_')
  return Object.hasOwn(english.area, area) ? t(`console:area.${area}` as TextKey) : undefined
}
