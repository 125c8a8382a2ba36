import { existsSync } from 'node:fs'
import { copyFile, link, mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { connect } from '../../platform/db/connect.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { databaseFile, type BackupHead, type BackupManifest } from '../archive/manifest.ts'
import type { TarFile } from '../archive/read-tar.ts'
import { BackupError } from '../backup-error.ts'
import { describeCopy, endLog } from '../snapshot/sqlite-snapshot-queries.ts'
import { checkSqlite } from './restore-target-queries.ts'
import type { StagedDatabase } from './staged-database.ts'
import type { StagedFiles } from './staged-files.ts'

/** The embedded database of a backup, written as a file beside the shop's own. */
export function stagedSqlite(file: string, staged: string, files: StagedFiles): StagedDatabase {
  return {
    begin: async () => {},
    write: async (entry: TarFile) => {
      if (entry.name !== databaseFile) throw new BackupError(`The backup has a file that none has: ${entry.name}.`)
      await files.writeTo(staged, entry.body)
    },
    finish: (head, manifest) => finish(staged, head, manifest),
    takePlace: (kept) => takePlace(file, staged, kept),
    close: async () => {},
  }
}

/** Checks the file and migrates it to the newest schema. */
async function finish(staged: string, head: BackupHead, { tables }: BackupManifest): Promise<void> {
  if (!existsSync(staged)) throw new BackupError('The backup is damaged: it has no database.')
  checkSqlite(staged)
  const found = describeCopy(staged)
  const wrong = tables.find(({ name, rows }) => found.tables.find((each) => each.name === name)?.rows !== rows)
  if (wrong) throw new BackupError(`The backup is damaged: ${wrong.name} has not the ${wrong.rows} rows that it had.`)
  if (found.schema.join() !== head.schema.join())
    throw new BackupError('The backup is damaged: its database has another schema than it says.')
  const open = connect({ sqliteFile: staged })
  try {
    await migrate(open)
  } finally {
    await open.db.destroy()
  }
  endLog(staged)
}

/** Replaces the shop's file at once; the old one gets a second name in `kept` before. */
async function takePlace(file: string, staged: string, kept: string): Promise<string[]> {
  if (!existsSync(file)) {
    await rename(staged, file)
    return []
  }
  await mkdir(kept, { recursive: true, mode: 0o700 })
  endLogIfReadable(file)
  const old = join(kept, 'shop.db')
  await link(file, old).catch(() => copyFile(file, old))
  for (const end of ['-wal', '-shm'])
    if (existsSync(file + end)) await rename(file + end, old + end).catch(() => rm(file + end, { force: true }))
  await rename(staged, file)
  return [`The database that was here is kept as ${old}.`]
}

/** What is written in the log belongs into the file; a damaged one is kept with its log. */
function endLogIfReadable(file: string): void {
  try {
    endLog(file)
  } catch {
    // It is replaced because it cannot be read.
  }
}
