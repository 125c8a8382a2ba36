import type { Translate } from '../../i18n/translator.ts'

const words = [
  'title',
  'slug',
  'description',
  'html',
  'hidden',
  'introduction',
  'difficulty',
  'from',
  'to',
  'category',
  'devices',
  'series',
  'parts',
  'tools',
  'numbers',
  'partsCategory',
  'text',
  'warning',
  'picture',
] as const

/** A field of an item in words, with the number of the step that it belongs to. */
export function fieldWord(name: string, t: Translate): string {
  const [, step] = /^steps\.(\d+)\./.exec(name) ?? []
  const last = name.replace(/^.*\./, '')
  const word = words.find((each) => each === last)
  const text = word ? t(`console-content:field.${word}`) : name
  return step === undefined ? text : `${t('console-content:step', { number: Number(step) + 1 })}: ${text}`
}
