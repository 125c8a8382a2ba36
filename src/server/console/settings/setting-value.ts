import {
  isCountryShape,
  isDayShape,
  isSpanShape,
  isZoneShape,
  type SettingShape,
} from '../../../domain/settings/settings-shape.ts'
import { readSettingCountry } from '../../../i18n/setting-countries.ts'
import type { Json } from '../../platform/settings/setting-names.ts'

/** Ends the name of a field that says how many entries of a list the form has, and of the box that takes one out. */
const rowsKey = 'rows'
const removeKey = 'remove'
type Typed = { typed: ReadonlyMap<string, string>; path: string; current: Json | undefined }

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
    const entries = entriesIn(current, typed, path).flatMap((each, place) =>
      isBlank(typed, at(place), each) ? [] : (valueOf(items, each, typed, at(place)) ?? []),
    )
    return byWeight(entries)
  }
  const plain = plainEntries(shape, { typed, path, current })
  if (plain) return plain
  const text = typed.get(path)
  if (text === undefined) return current
  const read = readText(shape, textOfTicks(shape, text, { typed, path, current }), current === undefined)
  return isTicked(items) ? keepOrderIfSame(read, current) : read
}

/**
 * The entries of a list as its form has them, and a new one. A form that was shown after a preview may have more
 * (`<list>.rows` says how many), or fewer than are stored: those that it does not have were taken out.
 */
function entriesIn(
  current: Json | undefined,
  typed: ReadonlyMap<string, string>,
  path: string,
): readonly (Json | undefined)[] {
  const entries = Array.isArray(current) ? current : []
  const text = typed.get(`${path}.${rowsKey}`) ?? ''
  const shown = /^\d{1,3}$/.test(text) ? Number(text) : entries.length
  return Array.from({ length: shown + 1 }, (_, place) => (place < shown ? entries[place] : undefined))
}

/** A list whose plain values have fields of their own: two ends, or days; undefined for another, or without them. */
function plainEntries(shape: SettingShape, { typed, path, current }: Typed): Json[] | undefined {
  if (shape.items && isDayShape(shape.items) && typed.has(`${path}.${rowsKey}`))
    return daysIn(entriesIn(current, typed, path), typed, path)
  if (!isSpanShape(shape) || !(typed.has(`${path}.0`) || typed.has(`${path}.1`))) return undefined
  const ends = [0, 1].map((end) => (typed.get(`${path}.${end}`) ?? '').trim())
  return ends.every((text) => text === '') ? [] : ends.map(parseNumber)
}

/** The days of a list's rows in their order, those of every year first. */
function daysIn(entries: readonly (Json | undefined)[], typed: Typed['typed'], path: string): Json[] {
  const days = entries.map((each, place) =>
    typed.has(`${path}.${place}.${removeKey}`) ? '' : (typed.get(`${path}.${place}`) ?? String(each ?? '')).trim(),
  )
  return days.filter((day) => day !== '').toSorted()
}

/** Prices by weight with the lightest first, wherever in the form each was typed. */
function byWeight(entries: Json[]): Json[] {
  const grams = (entry: Json) => Number(below(entry, 'upToGrams'))
  return entries.every((entry) => grams(entry) > 0) ? entries.toSorted((a, b) => grams(a) - grams(b)) : entries
}

/** A list that is ticked has a box for each of its choices; other systems may send its lines instead. */
function textOfTicks({ items }: SettingShape, text: string, { typed, path, current }: Typed): string {
  if (!isTicked(items)) return text
  const ticked = [...typed.keys()].flatMap((name) => (name.startsWith(`${path}.`) ? [name.slice(path.length + 1)] : []))
  const usual = items?.enum ?? (Array.isArray(current) ? current.map(String) : [])
  const inOrder = new Set([...usual.filter((choice) => ticked.includes(choice)), ...ticked])
  return inOrder.size > 0 ? [...inOrder].join('\n') : text
}

/** The stored list where the read one has the same values in another order, in which the form shows them. */
function keepOrderIfSame(read: Json | undefined, current: Json | undefined): Json | undefined {
  if (!Array.isArray(read) || !Array.isArray(current) || read.length !== current.length) return read
  const isSame = new Set(current).size === current.length && current.every((each) => read.includes(each))
  return isSame ? current : read
}

/** An entry that is to go, without an id, or with nothing in its fields, is taken out; a new one is not added. */
function isBlank(typed: ReadonlyMap<string, string>, path: string, entry: Json | undefined): boolean {
  if (typed.has(`${path}.${removeKey}`)) return true
  const id = typed.get(`${path}.id`)
  if (id !== undefined) return id.trim() === ''
  const own = [...typed].filter(([name]) => name.startsWith(`${path}.`) && !name.endsWith(`.${rowsKey}`))
  return own.length === 0 ? entry === undefined : own.every(([, text]) => text.trim() === '')
}

function readText(shape: SettingShape, text: string, isNew: boolean): Json | undefined {
  const { type, items } = shape
  const one = text.trim()
  if (isNew && one === '' && type !== 'array') return undefined
  if (type === 'boolean') return one === 'true'
  if (type === 'array') return readLines(items, text, isNew)
  if (isCountryShape(shape)) return readSettingCountry(one)
  return type === 'integer' || type === 'number' ? parseNumber(one) : one
}

/** The values of a list, one on each line; countries also beside each other. */
function readLines(items: SettingShape | undefined, text: string, isNew: boolean): Json | undefined {
  const hasCountries = items !== undefined && isCountryShape(items)
  const lines = text.split(hasCountries ? /[\n,]/ : '\n').map((line) => line.trim())
  const filled = lines.filter((line) => line !== '')
  // Where nothing is ticked of an entry that is added, the setting's own beginning counts.
  if (isNew && filled.length === 0 && items?.enum) return undefined
  if (hasCountries) return filled.map((line) => readSettingCountry(line))
  return filled.map((line) => (items?.type === 'integer' ? parseNumber(line) : line))
}

/**
 * A number as people write it, its thousands apart or not; the text as it is where it is none, which the settings then
 * refuse.
 */
function parseNumber(text: string): Json {
  const number = Number(text.replace(/(?<=\d)\s(?=\d{3})/g, '').replace(',', '.'))
  return text === '' || Number.isNaN(number) ? text : number
}

/** Whether a form has a box to tick for each value that a list may have. */
export function isTicked(items: SettingShape | undefined): boolean {
  return items !== undefined && (items.enum !== undefined || isCountryShape(items) || isZoneShape(items))
}

/** What is below a value by its key, if that is an object of its own. */
export function below(value: Json | undefined, key: string): Json | undefined {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject && Object.hasOwn(value, key) ? value[key] : undefined
}
