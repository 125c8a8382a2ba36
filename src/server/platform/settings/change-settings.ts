import { isDeepStrictEqual } from 'node:util'
import { zoneMissingFaults } from '../../../domain/settings/delivery-faults.ts'
import { readSettings, settingsGroups, type Settings, type SettingsGroup } from '../../../domain/settings/settings.ts'
import { settingsJson, settingValueJson } from '../db/json-columns.ts'
import { pagesTag } from '../db/statements/invalidation-queries.ts'
import type { DatabaseTransaction, Queryable } from '../db/tables.ts'
import { followHome } from './change-home.ts'
import { refuseUnchangedAmounts } from './currency-change.ts'
import { leavesOf, withValue, type Json } from './setting-names.ts'
import { SettingsError } from './settings-error.ts'
import { appendHistory, invalidateTags, lastRevision, putSettings, settingsRows } from './settings-queries.ts'
import { groupsOf, sentenceOf, settingsTag } from './shop-settings.ts'

/** A change of one setting: its name, such as company.iban, and its values. */
export type SettingChange = { name: string; before: Json; after: Json }
/**
 * `also` writes more in the same transaction; it runs only where a setting changes. `since` is the `lastRevision` at
 * which the caller decided on the change; a later one refuses it.
 */
type Change = {
  by: string
  now: Date
  isTried?: boolean
  also?: (trx: DatabaseTransaction) => Promise<void>
  since?: number
}

const overtaken = 'Somebody else changed the settings in the meantime: look at them and try again.'

/** What lists know of products depends on these: prices in each currency, and whether gift cards are sold. */
const listedGroups: ReadonlySet<SettingsGroup> = new Set(['home', 'locales', 'rates', 'features', 'sales'])

/**
 * Changes settings by name, all of them or none, and drops what every process has kept of them; one without a value is
 * removed. Throws SettingsError, and changes nothing, when the result would not count as a whole. `isTried` only says
 * what would change.
 */
export async function changeSettings(
  db: Queryable,
  values: readonly (readonly [name: string, value: Json | undefined])[],
  change: Change,
): Promise<SettingChange[]> {
  const isGiven = (name: string): boolean => values.some(([given]) => `${name}.`.startsWith(`${given}.`))
  return writeSettings(db, { ...change, isGiven }, (stored) => {
    const wanted = { ...stored }
    for (const [name, value] of values) {
      const [group = '', ...path] = name.split('.')
      if (!settingsGroups.some((known) => known === group))
        throw new SettingsError(`${name} is not a setting. The groups are ${settingsGroups.join(', ')}.`)
      wanted[group] = withValue(wanted[group] ?? defaultsOf(group), path, value)
    }
    return wanted
  })
}

/** What a group is while nothing is set; an entry of one of its lists is changed there. */
function defaultsOf(group: string): Json {
  const settings: Record<string, Json> = readSettings({}).settings ?? {}
  return settings[group] ?? {}
}

/** Replaces all settings; what is not named gets its default. */
export async function replaceSettings(db: Queryable, all: unknown, change: Change): Promise<SettingChange[]> {
  return writeSettings(db, { ...change, isGiven: () => true }, () => all)
}

async function writeSettings(
  db: Queryable,
  { by, now, isTried = false, also, since, isGiven }: Change & { isGiven: (name: string) => boolean },
  edit: (stored: Record<string, Json>) => unknown,
): Promise<SettingChange[]> {
  const revision = await lastRevision(db)
  const stored = groupsOf(await settingsRows(db))
  // Read after the settings, so that nobody wrote between the two.
  if (since !== undefined && (await lastRevision(db)) !== since)
    throw new SettingsError(overtaken, { fault: 'settings_changed' })
  const { settings, faults } = readSettings(edit(stored))
  if (!settings) throw new SettingsError(sentenceOf(faults), faults)
  const counted = readSettings(stored).settings
  // Stored settings that do not count cannot be compared: whoever mends them is not held up by a method that was there.
  const zoneless = counted ? zoneMissingFaults(counted.delivery, settings.delivery) : []
  if (zoneless.length > 0) throw new SettingsError(sentenceOf(zoneless), zoneless)
  const changes = changesBetween(counted, stored, settings)
  if (isTried || changes.length === 0) return changes
  const at = now.toISOString()
  await db.transaction().execute(async (trx) => {
    const rows = changes.map(({ name, before, after }, index) => ({
      revision: revision + 1 + index,
      changed_at: at,
      changed_by: by,
      name,
      before: settingValueJson.write(before),
      after: settingValueJson.write(after),
    }))
    if (!(await appendHistory(trx, rows))) throw new SettingsError(overtaken, { fault: 'settings_changed' })
    const changed = changedGroups(changes)
    for (const name of changed)
      await putSettings(trx, { name, value: settingsJson.write(settings[name]), changed_at: at })
    await followHome(trx, { before: stored['home'], after: settings.home }, now)
    refuseUnchangedAmounts(counted, settings, isGiven)
    await also?.(trx)
    const listTag = changed.some((group) => listedGroups.has(group)) ? 'catalog' : pagesTag
    // Every page carries `layout`, every shared call another one.
    await invalidateTags(trx, [settingsTag, 'layout', 'openapi', listTag], at)
  })
  return changes
}

function changedGroups(changes: readonly SettingChange[]): SettingsGroup[] {
  return settingsGroups.filter((group) => changes.some(({ name }) => name.split('.')[0] === group))
}

/** Compares leaf by leaf. Stored settings that do not count are compared as they are. */
function changesBetween(before: Settings | undefined, stored: Record<string, Json>, after: Settings): SettingChange[] {
  const [old, now] = [new Map(leavesOf(before ?? stored)), new Map(leavesOf(after))]
  return [...new Set([...now.keys(), ...old.keys()])].flatMap((name) => {
    const change = { name, before: old.get(name) ?? null, after: now.get(name) ?? null }
    return isDeepStrictEqual(change.before, change.after) ? [] : [change]
  })
}
