import { missingMigrations, unknownMigrations } from '../../platform/db/migrate.ts'
import { BackupError } from '../backup-error.ts'

/** Refuses to move a schema that is not this program's: rows are read and indexed as this program does it. */
export function refuseSchema(schema: readonly string[]): void {
  const unknown = unknownMigrations(schema)
  if (unknown.length > 0)
    throw new BackupError(
      `The database is of a newer version of the shop (${unknown.join(', ')}): move it with that version.`,
    )
  if (schema.length === 0) throw new BackupError('There is no shop in the database that is to be moved.')
  if (missingMigrations(schema).length > 0)
    throw new BackupError(
      'The database is of an older version of the shop: run "npm run shop -- migrate" with its settings first.',
    )
}
