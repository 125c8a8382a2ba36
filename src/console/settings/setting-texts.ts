import type { SettingField, SettingSection } from '../../contracts/console/settings.ts'
import { locales, type Language } from '../../domain/places/locales.ts'
import { formatNumber } from '../../i18n/formats.ts'
import { choiceWord, settingWords } from '../../i18n/setting-words.ts'
import type { Translate } from '../../i18n/translator.ts'
import { tickedWords } from './ticked-words.ts'

/** More choices, such as countries, are in the order of the alphabet, after those that the shop is likely to need. */
const few = 12

/** The choices of a field in words; undefined for one without choices. */
export function optionsOf(
  { kind, choices, first, path }: SettingField,
  t: Translate,
  language: Language,
): { value: string; label: string }[] | undefined {
  if (kind === 'switch')
    return ['true', 'false'].map((value) => ({
      value,
      label: t(`console-settings:${value === 'true' ? 'on' : 'off'}`),
    }))
  if (kind !== 'choice') return undefined
  const options = choices.map((value) => ({ value, label: choiceWord(t, value, path) }))
  const { iso } = locales[language]
  if (options.length <= few) return options
  const sorted = options.toSorted((one, other) => one.label.localeCompare(other.label, iso))
  if (first.length === 0) return sorted
  const [near, others] = [true, false].map((isNear) => sorted.filter(({ value }) => first.includes(value) === isNear))
  return [...(near ?? []), ...(others ?? [])]
}

/** What an entry has, in one line: texts as they are, numbers and switches behind what they are called. */
export function heldBy(section: SettingSection, t: Translate, language: Language): string {
  const words = settingWords(t)
  return withSpans(section.fields)
    .filter((field) => field.value !== '' && field.value !== section.path.at(-1) && !isUsual(field))
    .map((field) => {
      const text = readable(field, t, language)
      return field.kind === 'text' || field.kind === 'choice' ? text : `${words(field.path)}: ${text}`
    })
    .join(' · ')
}

/** The rows of a table in one line: weights with their prices, or the countries that they are about. */
export function heldByRows(rows: readonly SettingSection[], t: Translate, language: Language): string {
  const kept = rows.filter(({ isNew }) => !isNew)
  const choices = kept.flatMap(({ fields }) => fields.filter(({ kind }) => kind === 'choice').slice(0, 1))
  if (choices.length > 0) return [...new Set(choices.map((field) => readable(field, t, language)))].join(', ')
  return kept
    .map(({ fields }) => fields.map((field) => `${readable(field, t, language)}${unitOf(field)}`).join(':\u00A0'))
    .join(' · ')
}

const unitOf = ({ path }: SettingField) => (path.at(-1) === 'upToGrams' ? '\u00A0g' : '')

/** The two ends of a span as one: `1–3`, or `2` where they are alike. */
function withSpans(fields: readonly SettingField[]): SettingField[] {
  const most = fields.find(({ path }) => path.at(-1) === 'mostDays')
  return fields.flatMap((field) => {
    if (field === most) return []
    if (field.path.at(-1) !== 'fewestDays' || !most) return [field]
    const value = [...new Set([field.value, most.value])].filter((end) => end !== '').join('–')
    return [{ ...field, path: ['days'], value }]
  })
}

/** What is so by itself: an entry that is in use, and a weight from which it counts of 0. */
const isUsual = ({ path, value }: SettingField) =>
  (path.at(-1) === 'active' && value === 'true') || (path.at(-1) === 'aboveGrams' && value === '0')

/** A value as it is read: words of choices, numbers with their thousands apart. */
function readable(field: SettingField, t: Translate, language: Language): string {
  const { kind, value } = field
  if (kind === 'number') return /^\d{1,12}$/.test(value) ? formatNumber(Number(value), language) : value
  if (kind === 'lines') return value.replaceAll('\n', ', ')
  if (kind === 'ticks') return tickedWords(t, field, locales[language].iso).join(', ')
  return optionsOf(field, t, language)?.find((option) => option.value === value)?.label ?? value
}
