import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { databaseLocation } from '../platform/db/database-location.ts'
import type { Env } from '../platform/env.ts'
import { shopVersion } from '../platform/shop-version.ts'
import { readBackupKey } from './archive/backup-key.ts'
import type { BackupManifest } from './archive/manifest.ts'
import { type EntryToWrite, onDisk, writeArchive } from './archive/write-archive.ts'
import { backupFolder, backupName, deleteOldBackups, type FoundBackup, workFolder } from './backup-folder.ts'
import { snapshotPostgres } from './snapshot/postgres-snapshot-queries.ts'
import { shopFiles } from './snapshot/shop-files.ts'
import type { Snapshot } from './snapshot/snapshot.ts'
import { snapshotSqlite } from './snapshot/sqlite-snapshot-queries.ts'

/** The settings that say what is backed up, and where to. */
export type BackupEnv = Pick<
  Env,
  | 'SHOP_DATA'
  | 'DATABASE_URL'
  | 'BACKUP_FOLDER'
  | 'BACKUP_KEY'
  | 'BACKUP_KEY_FILE'
  | 'BACKUP_KEEP_DAYS'
  | 'BACKUP_KEEP_COUNT'
  | 'BACKUP_S3_URL'
  | 'BACKUP_S3_REGION'
  | 'BACKUP_S3_KEY_ID'
  | 'BACKUP_S3_SECRET'
>
export type MadeBackup = { file: string; manifest: BackupManifest; deleted: FoundBackup[] }

/**
 * Makes a backup of database and files while the shop runs, then deletes those that are too old. The file gets its name
 * when all of it is on disk and `check` has found nothing wrong with it: until then older ones stay. Throws
 * BackupError, the error of the database, or that of `check`.
 */
export async function makeBackup(
  env: BackupEnv,
  made: Date,
  check: (file: string, key: Buffer | undefined) => Promise<unknown> = async () => {},
): Promise<MadeBackup> {
  const folder = backupFolder(env)
  const key = await readBackupKey(env)
  const file = join(folder, backupName(made, key !== undefined))
  const work = await workFolder(folder, made)
  try {
    const draft = join(work, 'backup')
    const manifest = await writeSnapshot(env, { draft, work, folder, key, made })
    await check(draft, key)
    await rename(draft, file)
    if (process.platform !== 'win32') await onDisk(folder)
    const kept = { days: env.BACKUP_KEEP_DAYS, count: env.BACKUP_KEEP_COUNT, now: made }
    return { file, manifest, deleted: await deleteOldBackups(folder, kept) }
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

type Place = { draft: string; work: string; folder: string; key: Buffer | undefined; made: Date }

async function writeSnapshot(env: BackupEnv, { draft, work, folder, key, made }: Place): Promise<BackupManifest> {
  const snapshot = await takeSnapshot(env, work)
  try {
    const { kind, schema, columns, counted } = snapshot
    const head = { format: 1 as const, made: made.toISOString(), version: shopVersion(), kind, schema, columns }
    // The files come after the database: those that it shows exist before it shows them.
    const entries = oneAfterTheOther(snapshot.entries, shopFiles(env.SHOP_DATA, folder))
    return await writeArchive(draft, { head, entries, counted }, key)
  } finally {
    await snapshot.close()
  }
}

async function takeSnapshot(env: BackupEnv, work: string): Promise<Snapshot> {
  const location = databaseLocation(env)
  return 'sqliteFile' in location
    ? snapshotSqlite(location.sqliteFile, join(work, 'shop.db'))
    : snapshotPostgres(location.postgresUrl)
}

async function* oneAfterTheOther(...lists: AsyncIterable<EntryToWrite>[]): AsyncGenerator<EntryToWrite> {
  for (const list of lists) yield* list
}
