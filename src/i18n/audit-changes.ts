import { auditFieldText } from './audit-fields.ts'
import type { AuditReader } from './audit-names.ts'
import { auditValueText } from './audit-values.ts'

type Entry = {
  readonly subjectKind: string
  readonly subjectId: string
  readonly changes: readonly { readonly field: string; readonly before: string; readonly after: string }[]
}

/** What an entry of the log changed, in the words and the notation of the reader. */
export function auditChanges({ subjectKind: kind, subjectId, changes }: Entry, reader: AuditReader) {
  const written = (field: string, value: string) => auditValueText({ kind, subjectId, field, value }, reader)
  return changes.map(({ field, before, after }) => ({
    label: auditFieldText(kind, field, reader),
    before: written(field, before),
    after: written(field, after),
  }))
}
