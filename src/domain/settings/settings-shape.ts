import { z } from 'zod/mini'
import { settingsSchema, type SettingsGroup } from './settings.ts'

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

/** Returns the shape of a group's settings, as their own schema has it. */
export function shapeOf(group: SettingsGroup): SettingShape {
  const schema = z.toJSONSchema(settingsSchema, { unrepresentable: 'any' }) as SettingShape
  return schema.properties?.[group] ?? {}
}
