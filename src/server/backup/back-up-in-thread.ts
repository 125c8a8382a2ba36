import { resolve } from 'node:path'
import { Worker } from 'node:worker_threads'
import { bareEnvironment } from '../platform/env.ts'
import { backupFolder } from './backup-folder.ts'
import { explainBackupError } from './explain-backup-error.ts'
import type { BackupEnv } from './make-backup.ts'

/** `made`: when the backup is made; null where the last one shall only be copied to the store. */
export type BackupOrder = { env: BackupEnv; made: string | null }
/** `readAt`: when all of the new backup was read back and its checksums were right. */
export type BackupOutcome = { file: string; rows: number; readAt?: string } | { failed: string }

const memory = { maxOldGenerationSizeMb: 256 }

/**
 * Makes a backup in a thread of its own, reads it back and copies it to the store, if there is one; without `made` only
 * copies.
 * Resolves with what went wrong rather than rejecting. `stop` ends it.
 */
export function backUpInThread(env: BackupEnv, made: Date | null, stop: AbortSignal): Promise<BackupOutcome> {
  const { promise, resolve: done } = Promise.withResolvers<BackupOutcome>()
  const order: BackupOrder = { env: onlyWhatIsNeeded(env), made: made?.toISOString() ?? null }
  const thread = new Worker(new URL('./backup-worker.ts', import.meta.url), {
    workerData: order,
    resourceLimits: memory,
    execArgv: [],
    env: bareEnvironment(),
  })
  const end = (): void => void thread.terminate()
  stop.addEventListener('abort', end)
  if (stop.aborted) end()
  thread.once('message', done)
  thread.once('error', (error) => done({ failed: explainBackupError(error) }))
  thread.once('exit', () => {
    stop.removeEventListener('abort', end)
    done({ failed: 'The backup ended before it was done.' })
  })
  return promise
}

/** The settings of a backup; other secrets stay in this thread. */
function onlyWhatIsNeeded(env: BackupEnv): BackupEnv {
  const { DATABASE_URL, BACKUP_KEY, BACKUP_KEY_FILE, BACKUP_KEEP_DAYS, BACKUP_KEEP_COUNT } = env
  const { BACKUP_S3_URL, BACKUP_S3_REGION, BACKUP_S3_KEY_ID, BACKUP_S3_SECRET } = env
  const folders = { SHOP_DATA: resolve(env.SHOP_DATA), BACKUP_FOLDER: backupFolder(env) }
  const store = { BACKUP_S3_URL, BACKUP_S3_REGION, BACKUP_S3_KEY_ID, BACKUP_S3_SECRET }
  return { ...folders, ...store, DATABASE_URL, BACKUP_KEY, BACKUP_KEY_FILE, BACKUP_KEEP_DAYS, BACKUP_KEEP_COUNT }
}
