import type { SettingsFault } from '../../../domain/settings/reasons.ts'
import { readSettings, settingsGroups } from '../../../domain/settings/settings.ts'
import { settingValueJson } from '../db/json-columns.ts'
import type { Queryable } from '../db/tables.ts'
import type { SettingChange } from './change-settings.ts'
import { valueAt, type Json } from './setting-names.ts'
import { SettingsError } from './settings-error.ts'
import { historyRows, settingsRows } from './settings-queries.ts'
import { groupsOf } from './shop-settings.ts'

/** All settings with their defaults, and why they do not count; then the values are as they are stored. */
type Shown = { values: Json; defaults: Json; faults: readonly SettingsFault[] }

/** Reads the settings for the operator, even those that keep the shop from starting. */
export async function shownSettings(db: Queryable): Promise<Shown> {
  const defaults = readSettings({}).settings ?? {}
  const stored = groupsOf(await settingsRows(db))
  const { settings, faults = [] } = readSettings(stored)
  return { values: settings ?? { ...defaults, ...stored }, defaults, faults }
}

/** Returns the value of a setting, or of all below a name. Throws SettingsError for a name that is none. */
export function knownValue(values: Json, name: string): Json {
  const value = valueAt(values, name === '' ? [] : name.split('.'))
  if (value === undefined)
    throw new SettingsError(`${name} is not a setting. The groups are ${settingsGroups.join(', ')}.`)
  return value
}

type PastChange = SettingChange & { revision: number; at: string; by: string }

/** Reads the newest changes, of one setting with all above and below it, or of all. */
export async function settingsHistory(db: Queryable, name: string | undefined, limit: number): Promise<PastChange[]> {
  const parts = name === undefined ? [] : name.split('.')
  const names = parts.map((_, at) => parts.slice(0, at + 1).join('.'))
  return (await historyRows(db, names, limit)).map((row) => ({
    revision: row.revision,
    at: row.changed_at,
    by: row.changed_by,
    name: row.name,
    before: settingValueJson.read(row.before),
    after: settingValueJson.read(row.after),
  }))
}
