import { BootError } from '../platform/boot-error.ts'
import { databaseLocation } from '../platform/db/database-location.ts'
import { sqliteDamage } from '../platform/db/faults/sqlite-damage.ts'
import type { Env } from '../platform/env.ts'
import { readBackupKey } from './archive/backup-key.ts'
import { readBackup } from './archive/read-archive.ts'
import { backupFolder, listBackups } from './backup-folder.ts'

type Place = Pick<Env, 'SHOP_DATA' | 'DATABASE_URL' | 'BACKUP_FOLDER' | 'BACKUP_KEY' | 'BACKUP_KEY_FILE'>

/** Throws BootError where the embedded database is damaged; it names the newest backup that can be read as a whole. */
export async function refuseDamaged(env: Place): Promise<void> {
  const location = databaseLocation(env)
  const damage = 'sqliteFile' in location ? sqliteDamage(location.sqliteFile) : undefined
  if ('sqliteFile' in location && damage !== undefined)
    throw new BootError(`The database ${location.sqliteFile} is damaged (${damage}). ${await adviceOf(env)}`)
}

async function adviceOf(env: Place): Promise<string> {
  const folder = backupFolder(env)
  const backups = await listBackups(folder).catch(() => [])
  const bad: string[] = []
  for (const { file, name, made } of backups) {
    if (await isWhole(env, file))
      return (
        `${unreadable(bad)}The last good backup is of ${made.toISOString().slice(0, 16).replace('T', ' ')} UTC: ` +
        `put it in place with "npm run shop -- restore ${file} --yes". The damaged file is kept beside it.`
      )
    bad.push(name)
  }
  return `${unreadable(bad)}There is no backup in ${folder} that can be restored: fetch one from elsewhere.`
}

function unreadable(names: readonly string[]): string {
  return names.length === 0 ? '' : `Cannot be read: ${names.join(', ')}. `
}

/** Reads all of a backup and compares its checksums, as `restore` does again. */
async function isWhole(env: Place, file: string): Promise<boolean> {
  try {
    await readBackup(file, await readBackupKey(env), {})
    return true
  } catch {
    return false
  }
}
