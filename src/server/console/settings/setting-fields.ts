import type { SettingField, SettingSection } from '../../../contracts/console/settings.ts'
import { nameAt } from '../../../domain/settings/fault-names.ts'
import type { SettingShape } from '../../../domain/settings/settings-shape.ts'
import { amountFormat } from '../../../domain/settings/amounts.ts'
import type { Language } from '../../../domain/places/locales.ts'
import { numberField } from '../../../i18n/typed-numbers.ts'
import type { Json } from '../../platform/settings/setting-names.ts'
import { countedFromOne } from '../../../i18n/setting-words.ts'

type Place = { path: readonly string[]; isNew: boolean }
/** What is wrong with a field, in words, by the setting's name within its group. */
type FaultOf = (name: string) => string | null
/** For whom numbers are written, and what is wrong with them. */
type Shown = { language: Language; faultOf?: FaultOf }
type Leaf = Place & { shape: SettingShape; value: Json | undefined; entry: readonly string[] }

/** The form fields of a group's settings, in sections: each entry of a list is one, and a blank one follows. */
export function sectionsOf(shape: SettingShape, value: Json, { language, faultOf }: Shown): SettingSection[] {
  const leaves = leavesIn(shape, value, { path: [], isNew: false }, [])
  const byEntry = Map.groupBy(leaves, ({ entry }) => entry.join('.'))
  return [...byEntry.values()].map((alike) => ({
    path: named(value, alike[0]?.entry ?? []),
    isNew: alike[0]?.isNew ?? false,
    fields: alike.map((leaf) => fieldOf(leaf, value, { language, faultOf })),
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

function fieldOf({ path, isNew, shape, value, entry }: Leaf, whole: Json, { language, faultOf }: Shown) {
  const text = isNumber(shape) ? numberField(textOf(value), language) : textOf(value)
  const field: SettingField = {
    name: path.join('.'),
    path: path.slice(entry.length),
    kind: kindOf(shape),
    value: text,
    stored: text,
    choices: [...(isNew && shape.enum ? [''] : []), ...(shape.enum ?? [])],
    maxLength: shape.maxLength ?? null,
    isNew,
    fault: faultOf?.(nameAt(whole, path)) ?? null,
  }
  return field
}

const isNumber = ({ type, format }: SettingShape) => type === 'number' || format === amountFormat

function kindOf({ type, format, enum: choices }: SettingShape): SettingField['kind'] {
  if (choices) return 'choice'
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
  return text === undefined ? current : readText(shape, text, current === undefined)
}

/** An entry without an id, or with nothing in any of its fields, is taken out; a new one is not added. */
function isBlank(typed: ReadonlyMap<string, string>, path: string, entry: Json | undefined): boolean {
  const id = typed.get(`${path}.id`)
  if (id !== undefined) return id.trim() === ''
  const own = [...typed].filter(([name]) => name.startsWith(`${path}.`))
  return own.length === 0 ? entry === undefined : own.every(([, text]) => text.trim() === '')
}

function readText({ type, items }: SettingShape, text: string, isNew: boolean): Json | undefined {
  const one = text.trim()
  if (isNew && one === '' && type !== 'array') return undefined
  if (type === 'boolean') return one === 'true'
  if (type === 'array') {
    const lines = text.split('\n').map((line) => line.trim())
    return lines.filter((line) => line !== '').map((line) => (items?.type === 'integer' ? numberIn(line) : line))
  }
  return type === 'integer' || type === 'number' ? numberIn(one) : one
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
