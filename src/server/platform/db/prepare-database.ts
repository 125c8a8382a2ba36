import type { OpenDatabase } from './connect.ts'
import { migrate } from './migrate.ts'
import { loadReferenceData } from './reference/reference-data.ts'

/** Migrates a database to the newest schema and, if that changed anything, adds missing VAT and currency rates. */
export async function prepareDatabase(open: OpenDatabase): Promise<string[]> {
  const migrated = await migrate(open)
  if (migrated.length > 0) await loadReferenceData(open)
  return migrated
}
