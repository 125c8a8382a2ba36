import { inEachLanguage, type Language, type Locale } from '../../../domain/places/locales.ts'
import type { Seller } from '../../../domain/places/seller.ts'
import type { SettingsFault } from '../../../domain/settings/reasons.ts'
import {
  localeOf,
  looksOf,
  readSettings,
  sellerOf,
  type ReadSettings,
  type Settings,
} from '../../../domain/settings/settings.ts'
import { BootError } from '../boot-error.ts'
import { settingsJson } from '../db/json-columns.ts'
import type { Queryable } from '../db/tables.ts'
import type { Json } from './setting-names.ts'
import { lastRevision, settingsRows } from './settings-queries.ts'

/** The tag in `invalidations` that makes every process read the settings again. */
export const settingsTag = 'settings'

/** A copy of the settings as they were at one moment, so that one page shows one state of them. */
type Snapshot = {
  /** The number of the newest change that it has. */
  revision: number
  settings: Settings
  locales: Readonly<Record<Language, Locale>>
  sellers: Readonly<Record<Language, Seller>>
  looks: string
}

/** The shop's settings, kept in this process: read at the start, and again after each change. */
export class ShopSettings {
  #db: Queryable
  #kept: Snapshot

  private constructor(db: Queryable, revision: number, settings: Settings) {
    this.#db = db
    this.#kept = snapshotOf(revision, settings)
  }

  /** Reads the settings. Throws BootError when the database holds some that do not count. */
  static async open(db: Queryable): Promise<ShopSettings> {
    const revision = await lastRevision(db)
    const { settings, faults } = await storedSettings(db)
    if (!settings) throw new BootError(`The settings in the database are wrong: ${sentenceOf(faults)}`)
    return new ShopSettings(db, revision, settings)
  }

  /** Reads the settings again. When they do not count, the old ones stay; returns what is wrong with the new ones. */
  async refresh(): Promise<readonly SettingsFault[]> {
    const revision = await lastRevision(this.#db)
    const { settings, faults } = await storedSettings(this.#db)
    if (!settings) return faults
    this.#kept = snapshotOf(revision, settings)
    return []
  }

  /** The number of the newest change that this process knows. */
  get revision(): number {
    return this.#kept.revision
  }

  get all(): Settings {
    return this.#kept.settings
  }

  /** The style rules of the brand, empty where it has none. */
  get looks(): string {
    return this.#kept.looks
  }

  locale(language: Language): Locale {
    return this.#kept.locales[language]
  }

  seller(language: Language): Seller {
    return this.#kept.sellers[language]
  }
}

/** Reads the settings in a transaction, for what must not go by an older copy; throws when they do not count. */
export async function settingsNow(db: Queryable): Promise<Settings> {
  return (await ShopSettings.open(db)).all
}

/** The newest readings by the stored texts: checking them takes 2 ms, and they seldom change. */
const readings = new Map<string, ReadSettings>()
const maxReadings = 4

async function storedSettings(db: Queryable): Promise<ReadSettings> {
  const rows = await settingsRows(db)
  const stored = JSON.stringify(rows.map(({ name, value }) => [name, value]))
  const known = readings.get(stored)
  if (known) return known
  const read = readSettings(groupsOf(rows))
  const [oldest] = readings.size < maxReadings ? [] : readings.keys()
  if (oldest !== undefined) readings.delete(oldest)
  readings.set(stored, read)
  return read
}

/** Returns the stored settings by group, unchecked. */
export function groupsOf(rows: Awaited<ReturnType<typeof settingsRows>>): Record<string, Json> {
  return Object.fromEntries(rows.map(({ name, value }) => [name, settingsJson.read(value)]))
}

/** Says what is wrong: each setting with the reason. */
export function sentenceOf(faults: readonly SettingsFault[]): string {
  return faults.map(({ name, reason }) => `${name} ${reason}.`).join(' ')
}

function snapshotOf(revision: number, settings: Settings): Snapshot {
  return {
    revision,
    settings,
    locales: inEachLanguage((language) => localeOf(settings, language)),
    sellers: inEachLanguage((language) => sellerOf(settings, language)),
    looks: looksOf(settings),
  }
}
