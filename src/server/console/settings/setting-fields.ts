import type { SettingField, SettingPage, SettingSection } from '../../../contracts/console/settings.ts'
import { countries } from '../../../domain/places/countries.ts'
import { timeZones } from '../../../domain/places/time-zones.ts'
import { amountFormat } from '../../../domain/settings/amounts.ts'
import { nameAt } from '../../../domain/settings/fault-names.ts'
import {
  hasAllOthers,
  isCountryShape,
  isDayShape,
  isRowShape,
  isSpanShape,
  isTimeZoneShape,
  isZoneShape,
  type SettingShape,
} from '../../../domain/settings/settings-shape.ts'
import { languageOf } from '../../../i18n/setting-countries.ts'
import { countedFromOne } from '../../../i18n/setting-words.ts'
import type { Translate } from '../../../i18n/translator.ts'
import { numberField } from '../../../i18n/typed-numbers.ts'
import type { Json } from '../../platform/settings/setting-names.ts'
import { below, isTicked } from './setting-value.ts'

type Place = { path: readonly string[]; isNew: boolean; isRow: boolean }
/** What is wrong with a field, in words, by the setting's name within its group. */
type FaultOf = (name: string) => string | null
/** In whose words and notation values are written, what is wrong with them, and where the shop is at home. */
type Shown = { t: Translate; country: string; faultOf?: FaultOf }
type Leaf = Place & { shape: SettingShape; value: Json | undefined; entry: readonly string[] }

/** The form fields of a group's settings, in sections: each entry of a list is one, and a blank one follows. */
export function sectionsOf(shape: SettingShape, value: Json, shown: Shown): SettingSection[] {
  const leaves = leavesIn(shape, value, { path: [], isNew: false, isRow: false }, [])
  const byEntry = Map.groupBy(leaves, ({ entry }) => entry.join('.'))
  return [...byEntry.values()].map((alike) => ({
    path: placeNames(value, alike[0]?.entry ?? []),
    place: alike[0]?.entry.join('.') ?? '',
    isNew: alike[0]?.isNew ?? false,
    isRow: alike[0]?.isRow ?? false,
    fields: alike.map((leaf) => fieldOf(leaf, value, shown)),
  }))
}

function leavesIn(shape: SettingShape, value: Json | undefined, at: Place, entry: readonly string[]): Leaf[] {
  const { properties, items } = shape
  if (properties)
    return Object.entries(properties).flatMap(([key, each]) =>
      leavesIn(each, below(value, key), { ...at, path: [...at.path, key] }, entry),
    )
  if (isSpanShape(shape))
    return [0, 1].map((place) => ({
      ...at,
      path: [...at.path, String(place)],
      shape: items ?? {},
      value: Array.isArray(value) ? value[place] : undefined,
      entry,
    }))
  if (!hasEntries(items)) return [{ ...at, shape, value, entry }]
  const entries = Array.isArray(value) ? value : []
  const isRow = isRowShape(items) || isDayShape(items)
  return [...entries, undefined].flatMap((each, place) => {
    const path = [...at.path, String(place)]
    return leavesIn(items, each, { path, isNew: at.isNew || each === undefined, isRow }, path)
  })
}

/** Whether each entry of a list has fields of its own. */
function hasEntries(items: SettingShape | undefined): items is SettingShape {
  return items?.properties !== undefined || (items !== undefined && isDayShape(items))
}

function fieldOf({ path, isNew, shape, value, entry }: Leaf, whole: Json, { t, country, faultOf }: Shown) {
  const text = isNumber(shape) ? numberField(textOf(value), languageOf(t)) : textOf(value)
  const field: SettingField = {
    name: path.join('.'),
    path: path.length === entry.length ? ['day'] : countedFromOne(path.slice(entry.length)),
    kind: kindOf(shape),
    value: text,
    stored: text,
    choices: choicesOf({ path, isNew, shape, value }, whole),
    first: isTimeZoneShape(shape) ? zonesOf(country) : [],
    maxLength: shape.maxLength ?? null,
    isNew,
    fault: faultOf?.(nameAt(whole, path)) ?? null,
  }
  return field
}

/** The choices of a field; an entry whose id is a choice is taken out, and a new one left out, by choosing none. */
function choicesOf(
  { path, isNew, shape, value }: Pick<Leaf, 'path' | 'isNew' | 'shape' | 'value'>,
  whole: Json,
): string[] {
  if (shape.items) return ticksOf(shape.items, value, whole)
  const choices = shape.enum ?? knownTo(shape)
  if (!choices) return []
  const isLeftOut = isNew || (path.length > 1 && path.at(-1) === 'id')
  const others = typeof value === 'string' && !choices.includes(value) ? [value] : []
  return [...(isLeftOut ? [''] : []), ...choices, ...others]
}

/** The choices that the shop knows without the setting's own list of them. */
function knownTo(shape: SettingShape): string[] | undefined {
  if (isTimeZoneShape(shape)) return [...timeZones().keys()]
  return isCountryShape(shape) ? countries.map(({ code }) => code) : undefined
}

/** What can be ticked of a list, with what is in it already. */
function ticksOf(items: SettingShape, value: Json | undefined, whole: Json): string[] {
  const choices = choicesIn(items, whole)
  if (!choices) return []
  const own = Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
  return [...new Set([...choices, ...own])]
}

function choicesIn(items: SettingShape, whole: Json): readonly string[] | undefined {
  if (items.enum) return items.enum
  if (isZoneShape(items)) return idsIn(below(whole, 'zones'))
  const codes = knownTo(items)
  return codes && hasAllOthers(items) ? [...codes, '*'] : codes
}

function idsIn(list: Json | undefined): string[] {
  const ids = Array.isArray(list) ? list.map((entry) => below(entry, 'id')) : []
  return ids.filter((id) => typeof id === 'string')
}

function zonesOf(country: string): string[] {
  return [...timeZones().values()].flatMap((zone) => (zone.country === country ? [zone.name] : []))
}

const isNumber = ({ type, format }: SettingShape) => type === 'number' || format === amountFormat

function kindOf({ type, format, items, enum: choices }: SettingShape): SettingField['kind'] {
  if (choices || isCountryShape({ format }) || isTimeZoneShape({ format })) return 'choice'
  if (isTicked(items)) return 'ticks'
  if (type === 'boolean') return 'switch'
  if (type === 'array') return 'lines'
  return type === 'integer' || isNumber({ type, format }) ? 'number' : 'text'
}

function textOf(value: Json | undefined): string {
  if (value === undefined || value === null) return ''
  return Array.isArray(value) ? value.map(String).join('\n') : typeof value === 'object' ? '' : String(value)
}

/** The names of a place, its entries by their id or by their number from 1. */
function placeNames(whole: Json, path: readonly string[]): string[] {
  return countedFromOne(
    path.map(
      (key, at) =>
        nameAt(whole, path.slice(0, at + 1))
          .split('.')
          .at(-1) ?? key,
    ),
  )
}

/** How many entries the form has of each list of a group, by the list's name. */
export function rowsOf(shape: SettingShape, value: Json | undefined, path = ''): SettingPage['rows'] {
  const at = (key: string | number): string => (path === '' ? String(key) : `${path}.${key}`)
  const { properties, items } = shape
  if (properties) return Object.entries(properties).flatMap(([key, each]) => rowsOf(each, below(value, key), at(key)))
  if (!hasEntries(items)) return []
  const entries = Array.isArray(value) ? value : []
  const inside = [...entries, undefined].flatMap((each, place) => rowsOf(items, each, at(place)))
  return [{ name: path, count: entries.length }, ...inside]
}
