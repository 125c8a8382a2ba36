import { auditOperations, isAuditOperation } from '../domain/staff/audit-operations.ts'
import type { Translate } from './translator.ts'

/** What an operation of the audit log is called; one that the shop no longer knows keeps its code. */
export function operationText(operation: string, t: Translate): string {
  return isAuditOperation(operation) ? t(`console-audit:operation.${operation}`) : operation
}

/** The operations whose text has these words, in any case. */
export function operationsNamed(words: string, t: Translate): string[] {
  const wanted = words.toLocaleLowerCase()
  return auditOperations.filter((each) => operationText(each, t).toLocaleLowerCase().includes(wanted))
}
