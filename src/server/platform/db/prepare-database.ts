import type { OpenDatabase } from './connect.ts'
import { migrate, schemaState } from './migrate.ts'
import { loadReferenceData } from './reference/reference-data.ts'

/** Called before an older schema is changed. */
export type BeforeMigration = () => Promise<void>

/** Migrates a database to the newest schema and, if that changed anything, adds missing VAT and currency rates. */
export async function prepareDatabase(open: OpenDatabase, beforeMigration?: BeforeMigration): Promise<string[]> {
  const { applied, missing, unknown } = await schemaState(open)
  if (applied.length > 0 && missing.length > 0 && unknown.length === 0) await beforeMigration?.()
  const migrated = await migrate(open)
  if (migrated.length > 0) await loadReferenceData(open)
  return migrated
}
