import type { Home } from '../domain/places/home.ts'
import type { Language } from '../domain/places/locales.ts'
import type { Translate } from './translator.ts'

/** What records are called that entries of the log have by their ids, and the currencies of amounts. */
export type AuditNames = Readonly<Record<string, string>>

/** The key of a record, or of something about it, among the names. */
export const auditNameKey = (kind: string, id: string): string => `${kind} ${id}`

/** What a record is called; undefined where it is gone, or the reader may not see it. */
export function auditName(names: AuditNames | undefined, kind: string, id: string): string | undefined {
  const key = auditNameKey(kind, id)
  return names && Object.hasOwn(names, key) ? names[key] : undefined
}

/** The names without those of people and organizations, for files: a file outlives the erasure of a person. */
export function withoutPeople(names: AuditNames | undefined): AuditNames {
  const all = Object.entries(names ?? {})
  return Object.fromEntries(all.filter(([key]) => !/^(?:customer|organization|invitation) /.test(key)))
}

/** Who reads the log, and the shop whose clock and currency count. */
export type AuditReader = {
  readonly t: Translate
  readonly language: Language
  readonly home: Home
  readonly names?: AuditNames | undefined
}

/** A value of the log, with the record and the field that has it. */
export type AuditFieldValue = {
  readonly kind: string
  readonly field: string
  readonly value: string
  readonly subjectId?: string
}
