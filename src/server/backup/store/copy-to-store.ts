import { backupFolder, listBackups, oldBackups } from '../backup-folder.ts'
import type { BackupEnv } from '../make-backup.ts'
import { storeOf } from './s3-store.ts'

/** What was copied to the store, and what was deleted there, by name. */
export type Copied = { copied: string[]; deleted: string[] }

/**
 * Copies those of the newest BACKUP_KEEP_COUNT encrypted backups that the store lacks, or has in another size, and then
 * deletes there what is too old, by the rules of the folder. Does nothing without a store. Throws BackupError.
 */
export async function copyToStore(env: BackupEnv, now: Date): Promise<Copied> {
  const store = storeOf(env)
  if (!store) return { copied: [], deleted: [] }
  const there = new Map((await store.list()).map(({ name, bytes }) => [name, bytes]))
  const newest = (await listBackups(backupFolder(env))).slice(0, env.BACKUP_KEEP_COUNT)
  const missing = newest.filter(({ name, bytes, isEncrypted }) => isEncrypted && there.get(name) !== bytes)
  for (const { name, file } of missing) await store.put(name, file)
  const old = oldBackups(await store.list(), { days: env.BACKUP_KEEP_DAYS, count: env.BACKUP_KEEP_COUNT, now })
  for (const { name } of old) await store.remove(name)
  return { copied: missing.map(({ name }) => name), deleted: old.map(({ name }) => name) }
}
