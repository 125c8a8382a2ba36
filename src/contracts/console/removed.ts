import { z } from 'zod/mini'
import type { RestorableKind } from '../../domain/staff/restorable-kinds.ts'
import { formText } from '../form-fields.ts'
import type { AuditLine } from './staff.ts'

/** Restores a record that was removed, by the entry of its removal in the log. */
export const restoreForm = z.object({ entry: formText(64) })

/** The removal of a record. */
export type RemovedLine = AuditLine & {
  /** The action that restores the record; null where it cannot be restored, or not by this person. */
  restore: 'restore' | 'restore_sure' | null
  /** Where the record is, if the shop has it again. */
  path: string | null
}

export type RemovedPage = {
  /** The kinds that this person may restore, and the one that is shown; null for all. */
  kinds: readonly RestorableKind[]
  kind: RestorableKind | null
  lines: readonly RemovedLine[]
  /** The query of the next page. */
  older: string | null
}
