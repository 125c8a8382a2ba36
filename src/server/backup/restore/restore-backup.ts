import { mkdir, readdir, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { DatabaseLocation } from '../../platform/db/connect.ts'
import { databaseLocation, databaseName } from '../../platform/db/database-location.ts'
import { unknownMigrations } from '../../platform/db/migrate.ts'
import { type BackupHead, filesPart, partOf } from '../archive/manifest.ts'
import { readBackup, readHead, type ReadBackup } from '../archive/read-archive.ts'
import { BackupError } from '../backup-error.ts'
import { backupFolder } from '../backup-folder.ts'
import type { BackupEnv } from '../make-backup.ts'
import { stagedPostgres } from './restore-postgres.ts'
import { stagedSqlite } from './restore-sqlite.ts'
import { lookAtPostgres, lookAtSqlite } from './restore-target-queries.ts'
import type { StagedDatabase } from './staged-database.ts'
import { StagedFiles } from './staged-files.ts'

/** `mayReplace`: whether a shop that is there may be replaced. */
type Options = { key: Buffer | undefined; mayReplace: boolean; now: Date }
/** `kept`: where what was there before is, as sentences. */
export type Restored = ReadBackup & { kept: string[] }

/**
 * Puts a backup in place of the shop of these settings. All of it is read and checked, then written beside the shop and
 * migrated to the newest schema, before anything of the shop is replaced; what was there is kept. Throws BackupError.
 */
export async function restoreBackup(file: string, env: BackupEnv, options: Options): Promise<Restored> {
  const head = await readHead(file, options.key)
  const location = databaseLocation(env)
  refuseUnfit(head, location)
  await refuseTarget(env, location, options)
  await readBackup(file, options.key, {})
  const stage = join(env.SHOP_DATA, '.restoring')
  const kept = join(env.SHOP_DATA, `before-restore-${options.now.toISOString().replaceAll(/[:.]/g, '-')}`)
  await rm(stage, { recursive: true, force: true })
  await mkdir(stage, { recursive: true, mode: 0o700 })
  await mkdir(kept, { mode: 0o700 })
  const files = new StagedFiles(join(stage, 'files'))
  const database =
    'sqliteFile' in location
      ? stagedSqlite(location.sqliteFile, join(stage, 'shop.db'), files)
      : await stagedPostgres(location.postgresUrl, options.now)
  try {
    const read = await stageBackup(file, options.key, database, files)
    await files.takePlace(env.SHOP_DATA, kept, backupFolder(env))
    const sentences = await database.takePlace(kept)
    return { ...read, kept: [...sentences, ...(await keptFiles(kept))] }
  } finally {
    await database.close()
    await rm(stage, { recursive: true, force: true })
    await rmdir(kept).catch(() => undefined) // Not empty: something was kept.
  }
}

async function stageBackup(
  file: string,
  key: Buffer | undefined,
  database: StagedDatabase,
  files: StagedFiles,
): Promise<ReadBackup> {
  const read = await readBackup(file, key, {
    head: (head) => database.begin(head),
    file: (entry) => (partOf(entry.name) === filesPart ? files.write(entry) : database.write(entry)),
  })
  await database.finish(read.head, read.manifest)
  return read
}

/** Refuses a backup of a newer schema, or of the other database. */
function refuseUnfit({ schema, kind, version }: BackupHead, location: DatabaseLocation): void {
  const unknown = unknownMigrations(schema)
  if (unknown.length > 0)
    throw new BackupError(
      `The backup was made by a newer version of the shop (${version}), whose schema this one does not know ` +
        `(${unknown.join(', ')}): restore it with that version.`,
    )
  const isSqlite = 'sqliteFile' in location
  if (kind === 'postgres' && isSqlite)
    throw new BackupError('The backup is of PostgreSQL: set DATABASE_URL to an empty database and restore it there.')
  if (kind === 'sqlite' && !isSqlite)
    throw new BackupError(
      'The backup is of the embedded database: restore it without DATABASE_URL, then "npm run shop -- ' +
        'move-to-postgresql" moves the shop.',
    )
}

async function refuseTarget(env: BackupEnv, location: DatabaseLocation, { mayReplace }: Options): Promise<void> {
  const { isFilled, isInUse } =
    'sqliteFile' in location ? lookAtSqlite(location.sqliteFile) : await lookAtPostgres(location.postgresUrl)
  const name = databaseName(env)
  if (isFilled && !mayReplace)
    throw new BackupError(
      `There is a shop in ${name} already: --yes replaces it and keeps what is there aside; or restore into another ` +
        'SHOP_DATA, and another database.',
    )
  if (isInUse) throw new BackupError(`${name} is in use: stop the shop, and every command, before a restore.`)
}

async function keptFiles(kept: string): Promise<string[]> {
  const names = (await readdir(kept)).filter((name) => !name.startsWith('shop.db'))
  return names.length === 0 ? [] : [`The files that were here are kept in ${kept}.`]
}
