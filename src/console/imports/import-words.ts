import type { ImportPage, StoredReason } from '../../contracts/console/imports.ts'
import { fileFault } from '../../domain/products/file-faults.ts'
import { isFileReason } from '../../domain/products/file-reasons.ts'
import { isRowReason } from '../../domain/products/row-reasons.ts'
import type { Translate } from '../../i18n/translator.ts'

/** What a person is told when what they asked for has ended well; nothing where a problem is shown instead. */
export function importDoneText(done: string | null, page: ImportPage, t: Translate): string | undefined {
  if (page.problem !== null) return t('console-imports:done.ended')
  if (done === 'check') return t('console-imports:done.check')
  if (done === 'start') return t('console-imports:done.start')
  if (done === 'undo') return t('console-imports:done.undo')
  if (done === 'save') return t('console-imports:done.save')
  return t('console-imports:done.preview')
}

/** Why a row is rejected in the reader's language; undefined where only its English sentence is known. */
export function rowReasonText(reason: StoredReason | null | undefined, t: Translate): string | undefined {
  if (!reason || !isRowReason(reason.code)) return undefined
  const text = t(`console-imports:reason.${reason.code}`, reason.values)
  const { of_file: file, of_row: row } = reason.values
  return file === undefined || row === undefined ? text : t('console-imports:reason_of_file', { file, row, text })
}

/** What is said of a file in the reader's language; undefined where only its English sentence is known. */
export function fileReasonText({ code, values }: StoredReason, t: Translate): string | undefined {
  if (!isFileReason(code)) return rowReasonText({ code, values }, t)
  const fault = values['fault']
  return t(`console-imports:file.${code}`, fault === undefined ? values : { ...values, fault: faultText(fault, t) })
}

/** What the reader of a file or a server found wrong, which it says in English. */
function faultText(phrase: string | number, t: Translate): string {
  const known = fileFault(String(phrase))
  return known ? t(`console-imports:file_fault.${known.code}`, known.values) : t('console-imports:file_fault.other')
}

/** The English phrases of which only these are known, as they were said; '' where there are none. */
export function originalText(reasons: readonly StoredReason[]): string {
  const phrases = reasons.flatMap(({ code, values }) => (isFileReason(code) ? String(values['fault'] ?? '') : []))
  return phrases.filter((phrase) => phrase !== '' && !fileFault(phrase)).join(' ')
}

/** Several of them as one text; undefined where there are none, or one of them has no text. */
export function fileReasonsText(reasons: readonly StoredReason[], t: Translate): string | undefined {
  const texts = reasons.map((each) => fileReasonText(each, t))
  return texts.length === 0 || texts.includes(undefined) ? undefined : texts.join(' ')
}
