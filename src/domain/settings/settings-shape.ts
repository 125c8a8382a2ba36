import { z } from 'zod/mini'
import { amountFormat } from './amounts.ts'
import { dayFormat, spanFormat, timeZoneFormat, zoneFormat } from './choice-formats.ts'
import { countryFormat } from './country-text.ts'
import { settingsGroups, settingsSchema, type SettingsGroup } from './settings.ts'

/** What a form needs to know of a setting, or of a group of them. */
export type SettingShape = {
  readonly type?: string
  /** What a text is, where it is no plain one. */
  readonly format?: string
  readonly enum?: readonly string[]
  readonly pattern?: string
  readonly maxLength?: number
  readonly properties?: Readonly<Record<string, SettingShape>>
  readonly items?: SettingShape
}

let whole: SettingShape | undefined

/** Returns the shape of a group's settings, as their own schema has it. */
export function shapeOf(group: SettingsGroup): SettingShape {
  whole ??= z.toJSONSchema(settingsSchema, { unrepresentable: 'any' }) as SettingShape
  return whole.properties?.[group] ?? {}
}

/** Whether a setting is a country's code, which people know by its name. */
export function isCountryShape({ format }: { readonly format?: string | undefined }): boolean {
  return format === countryFormat
}

/** Whether a setting is a country's code that may also be an asterisk, for all or for all others. */
export function hasAllOthers({ format, pattern }: SettingShape): boolean {
  return isCountryShape({ format }) && (pattern === undefined || new RegExp(pattern).test('*'))
}

export function isTimeZoneShape({ format }: SettingShape): boolean {
  return format === timeZoneFormat
}

/** Whether a setting is the id of one of the shop's zones of delivery. */
export function isZoneShape({ format }: SettingShape): boolean {
  return format === zoneFormat
}

/** Whether a setting is two numbers, the least and the most. */
export function isSpanShape({ format }: SettingShape): boolean {
  return format === spanFormat
}

/** Whether a setting is a day; a list of days has a row for each. */
export function isDayShape({ format }: SettingShape): boolean {
  return format === dayFormat
}

/** Whether a list's entries have no name and nothing but plain values: they are rows of a table. */
export function isRowShape({ properties }: SettingShape): boolean {
  const isPlain = ({ properties: inner, items }: SettingShape) => inner === undefined && items === undefined
  return properties !== undefined && !Object.hasOwn(properties, 'id') && Object.values(properties).every(isPlain)
}

/** How a form has a setting: `list` for several values, `text` also for one that is not known. */
export type SettingKind = 'choice' | 'switch' | 'number' | 'list' | 'text'

/** How a form has the setting of a name (`delivery.methods.home-se.freeFrom`), outermost part first. */
export function settingKind(name: readonly string[]): SettingKind {
  const shape = shapeAt(name)
  if (!shape) return 'text'
  if (isOfWords(shape)) return 'choice'
  if (shape.type === 'boolean') return 'switch'
  if (shape.type === 'array') return 'list'
  return shape.type === 'integer' || shape.type === 'number' || shape.format === amountFormat ? 'number' : 'text'
}

/** Whether a setting's values have words of their own: a choice's, and a country's. */
function isOfWords(shape: SettingShape): boolean {
  return shape.enum !== undefined || isCountryShape(shape) || isTimeZoneShape(shape)
}

/** Whether the values of a setting, or the entries of a list of plain values, have words of their own. */
export function hasWords(name: readonly string[]): boolean {
  const shape = shapeAt(name)
  return shape !== undefined && (isOfWords(shape) || (shape.items !== undefined && isOfWords(shape.items)))
}

function shapeAt([group, ...path]: readonly string[]): SettingShape | undefined {
  const known = settingsGroups.find((each) => each === group)
  return known && path.reduce(shapeBelow, shapeOf(known))
}

/** The shape of a part of a setting: of a named property, or of any entry of a list. */
function shapeBelow(shape: SettingShape | undefined, name: string): SettingShape | undefined {
  const { properties, items } = shape ?? {}
  return properties && Object.hasOwn(properties, name) ? properties[name] : items
}
