import type { OpenDatabase } from './connect.ts'
import { migrate } from './migrate.ts'
import { loadReferenceData } from './reference/reference-data.ts'

/**
 * Brings a database to the newest schema and, when that changed anything, fills in VAT and currency rates that are
 * missing.
 */
export async function prepareDatabase(open: OpenDatabase): Promise<string[]> {
  const migrated = await migrate(open)
  if (migrated.length > 0) await loadReferenceData(open)
  return migrated
}
