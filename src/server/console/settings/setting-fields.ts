import type { SettingField, SettingSection } from '../../../contracts/console/settings.ts'
import { countries } from '../../../domain/places/countries.ts'
import { nameAt } from '../../../domain/settings/fault-names.ts'
import { isCountryShape, type SettingShape } from '../../../domain/settings/settings-shape.ts'
import { amountFormat } from '../../../domain/settings/amounts.ts'
import { locales } from '../../../domain/places/locales.ts'
import { languageOf, readSettingCountry, settingCountry } from '../../../i18n/setting-countries.ts'
import type { Translate } from '../../../i18n/translator.ts'
import { numberField } from '../../../i18n/typed-numbers.ts'
import type { Json } from '../../platform/settings/setting-names.ts'
import { countedFromOne } from '../../../i18n/setting-words.ts'

type Place = { path: readonly string[]; isNew: boolean }
/** What is wrong with a field, in words, by the setting's name within its group. */
type FaultOf = (name: string) => string | null
/** In whose words and notation values are written, and what is wrong with them. */
type Shown = { t: Translate; faultOf?: FaultOf }
type Leaf = Place & { shape: SettingShape; value: Json | undefined; entry: readonly string[] }

/** The form fields of a group's settings, in sections: each entry of a list is one, and a blank one follows. */
export function sectionsOf(shape: SettingShape, value: Json, { t, faultOf }: Shown): SettingSection[] {
  const leaves = leavesIn(shape, value, { path: [], isNew: false }, [])
  const byEntry = Map.groupBy(leaves, ({ entry }) => entry.join('.'))
  return [...byEntry.values()].map((alike) => ({
    path: named(value, alike[0]?.entry ?? []),
    isNew: alike[0]?.isNew ?? false,
    fields: alike.map((leaf) => fieldOf(leaf, value, { t, faultOf })),
  }))
}

function leavesIn(shape: SettingShape, value: Json | undefined, at: Place, entry: readonly string[]): Leaf[] {
  const { properties, items } = shape
  if (properties)
    return Object.entries(properties).flatMap(([key, each]) =>
      leavesIn(each, below(value, key), { ...at, path: [...at.path, key] }, entry),
    )
  if (!items?.properties) return [{ ...at, shape, value, entry }]
  const entries = Array.isArray(value) ? value : []
  return [...entries, undefined].flatMap((each, place) => {
    const path = [...at.path, String(place)]
    return leavesIn(items, each, { path, isNew: at.isNew || each === undefined }, path)
  })
}

function fieldOf({ path, isNew, shape, value, entry }: Leaf, whole: Json, { t, faultOf }: Shown) {
  const text = isNumber(shape)
    ? numberField(textOf(value), languageOf(t))
    : textOf(countriesIn({ path, shape, value }, t))
  const field: SettingField = {
    name: path.join('.'),
    path: path.slice(entry.length),
    kind: kindOf(shape),
    value: text,
    stored: text,
    choices: choicesOf({ path, isNew, shape, value }),
    maxLength: shape.maxLength ?? null,
    isNew,
    fault: faultOf?.(nameAt(whole, path)) ?? null,
  }
  return field
}

/** The choices of a field; an entry whose id is a choice is taken out, and a new one left out, by choosing none. */
function choicesOf({ path, isNew, shape, value }: Pick<Leaf, 'path' | 'isNew' | 'shape' | 'value'>): string[] {
  if (shape.items?.enum) return [...shape.items.enum]
  const choices = shape.enum ?? (isCountryShape(shape) ? countries.map(({ code }) => code) : undefined)
  if (!choices) return []
  const isLeftOut = isNew || (path.length > 1 && path.at(-1) === 'id')
  const others = typeof value === 'string' && !choices.includes(value) ? [value] : []
  return [...(isLeftOut ? [''] : []), ...choices, ...others]
}

/** The countries of a list by their names, in the order of the alphabet where the shop knows them all. */
function countriesIn({ path, shape: { items }, value }: Pick<Leaf, 'path' | 'shape' | 'value'>, t: Translate) {
  if (!Array.isArray(value) || !items || items.enum || !isCountryShape(items)) return value
  const names = value.map((code) => settingCountry(String(code), t, path))
  const isKnown = names.every((name, at) => name !== value[at])
  return isKnown ? names.toSorted((one, other) => one.localeCompare(other, locales[languageOf(t)].iso)) : names
}

const isNumber = ({ type, format }: SettingShape) => type === 'number' || format === amountFormat

function kindOf({ type, format, items, enum: choices }: SettingShape): SettingField['kind'] {
  if (choices || isCountryShape({ format })) return 'choice'
  if (items?.enum) return 'ticks'
  if (type === 'boolean') return 'switch'
  if (type === 'array') return 'lines'
  return type === 'integer' || isNumber({ type, format }) ? 'number' : 'text'
}

function textOf(value: Json | undefined): string {
  if (value === undefined || value === null) return ''
  return Array.isArray(value) ? value.map(String).join('\n') : typeof value === 'object' ? '' : String(value)
}

/** The names of a place, its entries by their id or by their number from 1. */
function named(whole: Json, path: readonly string[]): string[] {
  return countedFromOne(
    path.map(
      (key, at) =>
        nameAt(whole, path.slice(0, at + 1))
          .split('.')
          .at(-1) ?? key,
    ),
  )
}

/** A group's settings as a form has them; what the form does not name stays. */
export function valueOf(
  shape: SettingShape,
  current: Json | undefined,
  typed: ReadonlyMap<string, string>,
  path = '',
): Json | undefined {
  const at = (key: string | number): string => (path === '' ? String(key) : `${path}.${key}`)
  const { properties, items } = shape
  if (properties) {
    const values = Object.entries(properties).map(
      ([key, each]) => [key, valueOf(each, below(current, key), typed, at(key))] as const,
    )
    return Object.fromEntries(values.flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const])))
  }
  if (items?.properties) {
    const entries = Array.isArray(current) ? current : []
    return [...entries, undefined].flatMap((each, place) =>
      isBlank(typed, at(place), each) ? [] : (valueOf(items, each, typed, at(place)) ?? []),
    )
  }
  const text = typed.get(path)
  if (text === undefined) return current
  const read = readText(shape, textOfTicks(shape, text, { typed, path }), current === undefined)
  return items && (items.enum || isCountryShape(items)) ? asItWas(read, current) : read
}

/** A list that is ticked has a box for each of its choices; other systems may send its lines instead. */
function textOfTicks(
  { items }: SettingShape,
  text: string,
  { typed, path }: { typed: ReadonlyMap<string, string>; path: string },
): string {
  const ticked = (items?.enum ?? []).filter((choice) => typed.has(`${path}.${choice}`))
  return ticked.length > 0 ? ticked.join('\n') : text
}

/** The stored list where the read one has the same values in another order, in which the form shows them. */
function asItWas(read: Json | undefined, current: Json | undefined): Json | undefined {
  if (!Array.isArray(read) || !Array.isArray(current) || read.length !== current.length) return read
  const isSame = new Set(current).size === current.length && current.every((each) => read.includes(each))
  return isSame ? current : read
}

/** An entry without an id, or with nothing in any of its fields, is taken out; a new one is not added. */
function isBlank(typed: ReadonlyMap<string, string>, path: string, entry: Json | undefined): boolean {
  const id = typed.get(`${path}.id`)
  if (id !== undefined) return id.trim() === ''
  const own = [...typed].filter(([name]) => name.startsWith(`${path}.`))
  return own.length === 0 ? entry === undefined : own.every(([, text]) => text.trim() === '')
}

function readText(shape: SettingShape, text: string, isNew: boolean): Json | undefined {
  const { type, items } = shape
  const one = text.trim()
  if (isNew && one === '' && type !== 'array') return undefined
  if (type === 'boolean') return one === 'true'
  if (type === 'array') return readLines(items, text, isNew)
  if (isCountryShape(shape)) return readSettingCountry(one)
  return type === 'integer' || type === 'number' ? numberIn(one) : one
}

/** The values of a list, one on each line; countries also beside each other. */
function readLines(items: SettingShape | undefined, text: string, isNew: boolean): Json | undefined {
  const hasCountries = items !== undefined && isCountryShape(items)
  const lines = text.split(hasCountries ? /[\n,]/ : '\n').map((line) => line.trim())
  const filled = lines.filter((line) => line !== '')
  // Where nothing is ticked of an entry that is added, the setting's own beginning counts.
  if (isNew && filled.length === 0 && items?.enum) return undefined
  if (hasCountries) return filled.map((line) => readSettingCountry(line))
  return filled.map((line) => (items?.type === 'integer' ? numberIn(line) : line))
}

/** A number as people write it; the text as it is where it is none, which the settings then refuse. */
function numberIn(text: string): Json {
  const number = Number(text.replace(',', '.'))
  return text === '' || Number.isNaN(number) ? text : number
}

function below(value: Json | undefined, key: string): Json | undefined {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject && Object.hasOwn(value, key) ? value[key] : undefined
}
