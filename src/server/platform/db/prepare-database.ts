import { BootError } from '../boot-error.ts'
import type { OpenDatabase } from './connect.ts'
import { hasSchema, migrate, schemaState } from './migrate.ts'
import { loadReferenceData } from './reference/reference-data.ts'

/** Schemas of PostgreSQL in which a shop is put together, beside the one in use. */
export const stagingSchemas = { move: 'shop_moving', restore: 'shop_restoring' } as const

/** Called before an older schema is changed. */
export type BeforeMigration = () => Promise<void>

/**
 * Migrates a database to the newest schema and, if that changed anything, adds missing VAT and currency rates. Throws
 * BootError for a newer schema, and where a move into an empty database was not ended.
 */
export async function prepareDatabase(open: OpenDatabase, beforeMigration?: BeforeMigration): Promise<string[]> {
  const { applied, missing, unknown } = await schemaState(open)
  if (applied.length === 0) await refuseUnendedMove(open)
  if (applied.length > 0 && missing.length > 0 && unknown.length === 0) await beforeMigration?.()
  const migrated = await migrate(open)
  if (migrated.length > 0) await loadReferenceData(open)
  return migrated
}

async function refuseUnendedMove({ db, kind }: OpenDatabase): Promise<void> {
  if (kind === 'sqlite' || !(await hasSchema(db, stagingSchemas.move))) return
  throw new BootError(
    'A move of a shop into this database was not ended: run "npm run shop -- move-to-postgresql" again, ' +
      `or drop the schemas ${stagingSchemas.move} and ${stagingSchemas.move}_notes to begin an empty shop.`,
  )
}
