import type { SettingField } from '../../contracts/console/settings.ts'
import { choiceWord } from '../../i18n/setting-words.ts'
import type { Translate } from '../../i18n/translator.ts'

type Ticked = Pick<SettingField, 'kind' | 'value'>

/** The values of a list that is ticked. */
export function valuesIn({ kind, value }: Ticked): string[] {
  return kind === 'ticks' && value !== '' ? value.split('\n') : []
}

/** What a value of a list is called; the zones of a delivery method have the short names that somebody chose. */
export function tickWord(t: Translate, { name, path }: Pick<SettingField, 'name' | 'path'>, value: string): string {
  return path.at(-1) === 'zones' ? value : choiceWord(t, value, name.split('.'))
}

/** What the values of a list are called, countries in the order of the alphabet. */
export function tickedWords(t: Translate, field: SettingField, language: string): string[] {
  const words = valuesIn(field).map((value) => tickWord(t, field, value))
  return field.path.at(-1) === 'countries' || field.path.at(-1) === 'notDeliveredTo'
    ? words.toSorted((one, other) => one.localeCompare(other, language))
    : words
}
