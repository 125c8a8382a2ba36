import { BootError } from '../platform/boot-error.ts'
import { databaseLocation } from '../platform/db/database-location.ts'
import { openDatabase, type PreparedDatabase } from '../platform/db/open-database.ts'
import type { Env } from '../platform/env.ts'
import { explainBackupError } from './explain-backup-error.ts'
import { makeBackup } from './make-backup.ts'
import { lookAtPostgres, lookAtSqlite } from './restore/restore-target-queries.ts'

/** `backup`: the file of the backup that was made before the migration. */
export type ShopDatabase = PreparedDatabase & { backup: string | undefined }

/**
 * Opens the shop's database; makes a backup before the first change when a migration is due on one that holds a shop.
 * Throws BootError when that backup cannot be made: nothing is migrated then.
 */
export async function openShopDatabase(env: Env, { isWatched = false, isBulk = false } = {}): Promise<ShopDatabase> {
  let backup: string | undefined
  const open = await openDatabase(env, {
    isWatched,
    isBulk,
    beforeMigration: async () => {
      if (env.BACKUP_BEFORE_MIGRATION && (await isFilled(env))) backup = await backUp(env)
    },
  })
  return { ...open, backup }
}

async function isFilled(env: Env): Promise<boolean> {
  const location = databaseLocation(env)
  const target =
    'sqliteFile' in location ? lookAtSqlite(location.sqliteFile) : await lookAtPostgres(location.postgresUrl)
  return target.isFilled
}

async function backUp(env: Env): Promise<string> {
  try {
    return (await makeBackup(env, new Date())).file
  } catch (error) {
    throw new BootError(
      `The database is not migrated, because no backup could be made before. ${explainBackupError(error)} ` +
        'Correct that, or set BACKUP_BEFORE_MIGRATION=0.',
      { cause: error },
    )
  }
}
