import { fieldNames } from '../../domain/content/item-fields.ts'
import type { Translate } from '../../i18n/translator.ts'

/** A field of an item in words, with the number of the step that it belongs to. */
export function fieldWord(name: string, t: Translate): string {
  const [, step] = /^steps\.(\d+)\./.exec(name) ?? []
  const last = name.replace(/^.*\./, '')
  const word = fieldNames.find((each) => each === last)
  const text = word ? t(`console-content:field.${word}`) : name
  return step === undefined ? text : `${t('console-content:step', { number: Number(step) + 1 })}: ${text}`
}
