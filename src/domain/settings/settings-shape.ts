import { z } from 'zod/mini'
import { amountFormat } from './amounts.ts'
import { settingsGroups, settingsSchema, type SettingsGroup } from './settings.ts'

/** What a form needs to know of a setting, or of a group of them. */
export type SettingShape = {
  readonly type?: string
  /** What a text is, where it is no plain one. */
  readonly format?: string
  readonly enum?: readonly string[]
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

/** How a form has a setting: `list` for several values, `text` also for one that is not known. */
export type SettingKind = 'choice' | 'switch' | 'number' | 'list' | 'text'

/** How a form has the setting of a name (`delivery.methods.home-se.freeFrom`), outermost part first. */
export function settingKind([group, ...path]: readonly string[]): SettingKind {
  const known = settingsGroups.find((each) => each === group)
  const shape = known && path.reduce(shapeBelow, shapeOf(known))
  if (!shape) return 'text'
  if (shape.enum) return 'choice'
  if (shape.type === 'boolean') return 'switch'
  if (shape.type === 'array') return 'list'
  return shape.type === 'integer' || shape.type === 'number' || shape.format === amountFormat ? 'number' : 'text'
}

/** The shape of a part of a setting: of a named property, or of any entry of a list. */
function shapeBelow(shape: SettingShape | undefined, name: string): SettingShape | undefined {
  const { properties, items } = shape ?? {}
  return properties && Object.hasOwn(properties, name) ? properties[name] : items
}
