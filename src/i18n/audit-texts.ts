import { auditOperations, isAuditOperation } from '../domain/staff/audit-operations.ts'
import english from './en/console-audit.json' with { type: 'json' }
import type { TextKey, Translate } from './translator.ts'

/** What an operation of the audit log is called; one that the shop no longer knows keeps its code. */
export function operationText(operation: string, t: Translate): string {
  return isAuditOperation(operation) ? t(`console-audit:operation.${operation}`) : operation
}

/** A field in one of two languages (`name_sv`), or what a value is called in it (`value_sv black`). */
const inLanguage = /^(?<name>.+)_(?<language>sv|en)(?: (?<of>.+))?$/

/** What a field of the audit log is called; one that nobody has named keeps its code, which is `undefined` here. */
export function fieldText(field: string, t: Translate): string | undefined {
  const { name = field, language, of } = inLanguage.exec(field)?.groups ?? {}
  if (!Object.hasOwn(english.field, name)) return undefined
  const word = [t(`console-audit:field.${name}` as TextKey), of].filter(Boolean).join(' ')
  return language === undefined ? word : `${word} (${t(`console-product:language.${language as 'sv' | 'en'}`)})`
}

/** The operations whose text has these words, in any case. */
export function operationsNamed(words: string, t: Translate): string[] {
  const wanted = words.toLocaleLowerCase()
  return auditOperations.filter((each) => operationText(each, t).toLocaleLowerCase().includes(wanted))
}
