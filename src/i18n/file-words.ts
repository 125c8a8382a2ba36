import type { Language } from '../domain/places/locales.ts'
import { fileFault } from '../domain/products/file-faults.ts'
import { isFileReason } from '../domain/products/file-reasons.ts'
import { profileFaults } from '../domain/products/profile-faults.ts'
import { isRowReason, type RowReason } from '../domain/products/row-reasons.ts'
import type { Translate } from './translator.ts'

/** A reason as it is stored; its code may be of another version. */
type Reason = { readonly code: string; readonly values: RowReason['values'] }

/** Why a row is rejected in the reader's language; undefined where only its English sentence is known. */
export function rowReasonText(reason: Reason | null | undefined, t: Translate): string | undefined {
  if (!reason || !isRowReason(reason.code)) return undefined
  const text = t(`console-imports:reason.${reason.code}`, reason.values)
  const { of_file: file, of_row: row } = reason.values
  return file === undefined || row === undefined ? text : t('console-imports:reason_of_file', { file, row, text })
}

/** What is said of a file in the reader's language; undefined where only its English sentence is known. */
export function fileReasonText({ code, values: told }: Reason, t: Translate, language?: Language): string | undefined {
  if (!isFileReason(code)) return rowReasonText({ code, values: told }, t)
  const [fault, names] = [told['fault'], told[`names_${language}`]]
  const values = names === undefined ? told : { ...told, names }
  return t(`console-imports:file.${code}`, fault === undefined ? values : { ...values, fault: faultText(fault, t) })
}

/** What the reader of a file or a server found wrong, or the schema of a profile, which they say in English. */
function faultText(phrase: string | number, t: Translate): string {
  const texts = profileFaults(String(phrase))?.map(({ code, values: { path, ...values } }) => {
    const setting = path === 'the profile' ? t('console-imports:profile_fault.whole') : path
    return t(`console-imports:profile_fault.${code}`, setting === undefined ? values : { ...values, path: setting })
  })
  if (texts) return texts.join('; ')
  const known = fileFault(String(phrase))
  return known ? t(`console-imports:file_fault.${known.code}`, known.values) : t('console-imports:file_fault.other')
}

/** The English phrases of which only these are known, as they were said; '' where there are none. */
export function originalText(reasons: readonly Reason[]): string {
  const phrases = reasons.flatMap(({ code, values }) => (isFileReason(code) ? String(values['fault'] ?? '') : []))
  return phrases.filter((phrase) => phrase !== '' && !fileFault(phrase) && !profileFaults(phrase)).join(' ')
}

/** Several of them as one text; undefined where there are none, or one of them has no text. */
export function fileReasonsText(reasons: readonly Reason[], t: Translate): string | undefined {
  const texts = reasons.map((each) => fileReasonText(each, t))
  return texts.length === 0 || texts.includes(undefined) ? undefined : texts.join(' ')
}
