import { resolve } from 'node:path'
import { Worker } from 'node:worker_threads'
import { backupFolder } from './backup-folder.ts'
import { explainBackupError } from './explain-backup-error.ts'
import type { BackupEnv } from './make-backup.ts'

export type BackupOrder = { env: BackupEnv; made: string }
export type BackupOutcome = { file: string; rows: number } | { failed: string }

const memory = { maxOldGenerationSizeMb: 256 }

/** Makes a backup in a thread of its own; resolves with what went wrong rather than rejecting. `stop` ends it. */
export function backUpInThread(env: BackupEnv, made: Date, stop: AbortSignal): Promise<BackupOutcome> {
  const { promise, resolve: done } = Promise.withResolvers<BackupOutcome>()
  const order: BackupOrder = { env: onlyWhatIsNeeded(env), made: made.toISOString() }
  const thread = new Worker(new URL('./backup-worker.ts', import.meta.url), {
    workerData: order,
    resourceLimits: memory,
    execArgv: [],
    env: {},
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
  const folders = { SHOP_DATA: resolve(env.SHOP_DATA), BACKUP_FOLDER: backupFolder(env) }
  return { ...folders, DATABASE_URL, BACKUP_KEY, BACKUP_KEY_FILE, BACKUP_KEEP_DAYS, BACKUP_KEEP_COUNT }
}
