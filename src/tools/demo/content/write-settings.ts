import { insertRows } from '../../../server/platform/db/bulk.ts'
import type { OpenDatabase } from '../../../server/platform/db/connect.ts'
import { settingsJson, settingValueJson } from '../../../server/platform/db/json-columns.ts'
import type { Json } from '../../../server/platform/settings/setting-names.ts'
import { lastRevision } from '../../../server/platform/settings/settings-queries.ts'
import { demoSettings } from './demo-settings.ts'

/** Writes the demo's settings, unless the operator has set something already. */
export async function writeDemoSettings(
  { db, kind }: OpenDatabase,
  now: Date,
  settings: Record<string, Record<string, Json>> = demoSettings,
): Promise<void> {
  if ((await lastRevision(db)) > 0) return
  const at = now.toISOString()
  const groups = Object.entries(settings)
  await insertRows(
    db,
    kind,
    'shop_settings',
    groups.map(([name, value]) => ({ name, value: settingsJson.write(value), changed_at: at })),
  )
  await insertRows(
    db,
    kind,
    'settings_history',
    groups.map(([name, value], index) => ({
      revision: index + 1,
      changed_at: at,
      changed_by: 'demo',
      name,
      before: settingValueJson.write({}),
      after: settingValueJson.write(value),
    })),
  )
}
