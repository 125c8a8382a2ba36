import { priceEndings } from '../domain/money/price-endings.ts'
import type { Reason, SettingsFault } from '../domain/settings/reasons.ts'
import { hasWords } from '../domain/settings/settings-shape.ts'
import { currencyName } from './currency-name.ts'
import english from './en/console-settings.json' with { type: 'json' }
import { languageOf, settingCountry } from './setting-countries.ts'
import { isTimeZoneName, timeZoneName } from './time-zone-name.ts'
import type { TextKey, Translate } from './translator.ts'
import { numberField } from './typed-numbers.ts'

/** A sentence names no more countries. */
const maxCountries = 6
/** Lists whose entries are named by an id that somebody has chosen. */
const lists = new Set(['zones', 'methods', 'rules', 'columns'])
/** Ids that the program has given. */
const knownIds = new Set(['online', 'invoice'])

/** What a value of a choice is called; countries, currencies and time zones by their names. */
export function choiceWord(t: Translate, value: string, path: readonly string[] = []): string {
  if (/^(?:[A-Z]{2}|\*)$/.test(value)) return settingCountry(value, t, path)
  const ending = path.includes('rounding') ? priceEndings.find((each) => each === value) : undefined
  if (ending) return t(`console-prices:ending.${ending}`)
  if (/^[A-Z]{3}$/.test(value)) return currencyName(value, languageOf(t))
  if (isTimeZoneName(value)) return timeZoneName(value, languageOf(t))
  return Object.hasOwn(english.choice, value)
    ? t(`console-settings:choice.${value}` as TextKey)
    : settingWords(t)([value])
}

/** Returns what names of settings are called, outermost first; ids and numbers stay as they are. */
export function settingWords(t: Translate): (path: readonly string[]) => string {
  const wordOf = (name: string, before: string | undefined): string => {
    const isId = before !== undefined && lists.has(before) && !knownIds.has(name)
    return !isId && Object.hasOwn(english.word, name) ? t(`console-settings:word.${name}` as TextKey) : name
  }
  return (path) =>
    path
      .map((name, at) => wordOf(name, path[at - 1]))
      .map((word, at) => (at === 0 ? word.charAt(0).toUpperCase() + word.slice(1) : word))
      .join(' – ')
}

/**
 * Returns what an entry of a group's list is called, such as "Delivery method – home-se"; without a name of its own
 * for one that is not there yet. @param path names the list, then the entry by its id or number.
 */
export function entryWords(t: Translate, group: string): (path: readonly string[]) => string {
  const known: Readonly<Record<string, object>> = english.entry
  return ([list = '', ...own]) => {
    const isKnown = Object.hasOwn(known, group) && Object.hasOwn(known[group] ?? {}, list)
    const word = isKnown ? t(`console-settings:entry.${group}.${list}` as TextKey) : settingWords(t)([list])
    const names = own.map((name) => (knownIds.has(name) ? choiceWord(t, name) : name))
    return [own.length > 0 ? word.charAt(0).toUpperCase() + word.slice(1) : word, ...names].join(' – ')
  }
}

/** Why a setting is refused, in words. */
export function reasonText({ code, values }: Reason, t: Translate): string {
  const { choices, country, countries, language } = values
  return t(`console-settings:reason.${code}`, {
    ...values,
    ...(choices === undefined ? {} : { choices: wordsOf(String(choices), t) }),
    ...(country === undefined ? {} : { country: settingCountry(String(country), t, ['zones']) }),
    ...(countries === undefined ? {} : { countries: countriesText(String(countries).split(', '), t) }),
    ...(language === undefined ? {} : { language: choiceWord(t, String(language)) }),
  })
}

/** Names the first countries, and says how many more there are. */
function countriesText(codes: readonly string[], t: Translate): string {
  const names = codes.slice(0, maxCountries).map((code) => settingCountry(code, t, ['zones']))
  const more = codes.length - names.length
  return more > 0
    ? t('console-settings:countries_and_more', { countries: names.join(', '), count: more })
    : names.join(', ')
}

function wordsOf(choices: string, t: Translate): string {
  return choices
    .split(', ')
    .map((choice) => choiceWord(t, choice))
    .join(', ')
}

/** What the two numbers of a span are called. */
const spans: Readonly<Record<string, readonly string[]>> = { days: ['fewestDays', 'mostDays'] }

/** The names of a setting as people count: entries of lists without an id from 1 on, the ends of a span by name. */
export function countedFromOne(names: readonly string[]): string[] {
  return names.flatMap((name, at) => {
    const next = names[at + 1]
    if (next !== undefined && spans[name]?.[Number(next)] !== undefined) return []
    const end = spans[names[at - 1] ?? '']?.[Number(name)]
    return [end ?? (/^\d+$/.test(name) ? String(Number(name) + 1) : name)]
  })
}

/** What is wrong with settings in one sentence or more, for screens that have no field for each. */
export function faultsText(faults: readonly SettingsFault[], t: Translate): string {
  const words = settingWords(t)
  return faults.map((fault) => `${words(countedFromOne(fault.name.split('.')))}: ${reasonText(fault, t)}`).join(' ')
}

type Value = string | number | boolean | null | readonly Value[] | { readonly [name: string]: Value }

/**
 * A value as people read it: lists with commas, their entries by the names of what they have. @param path names the
 * setting, its group first, so that choices and countries get their words.
 */
export function settingValue(t: Translate, value: Value, path: readonly string[]): string {
  if (value === null) return ''
  if (typeof value === 'boolean') return t(value ? 'console-settings:on' : 'console-settings:off')
  if (typeof value === 'string') return value !== '' && hasWords(path) ? choiceWord(t, value, path) : value
  if (typeof value === 'number') return numberField(String(value), languageOf(t))
  if (isList(value)) {
    const hasEntries = value.some((each) => typeof each === 'object')
    return value.map((each, at) => settingValue(t, each, [...path, String(at)])).join(hasEntries ? '; ' : ', ')
  }
  const words = settingWords(t)
  return Object.entries(value)
    .map(([name, each]) => `${words([name])} ${settingValue(t, each, [...path, name])}`.trim())
    .join(', ')
}

function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value)
}
