/**
 * A thread that makes one backup, reads it back and copies it to the store, so that no request waits, and posts the
 * outcome.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { readBackup } from './archive/read-archive.ts'
import type { BackupOrder, BackupOutcome } from './back-up-in-thread.ts'
import { backupFolder, listBackups } from './backup-folder.ts'
import { explainBackupError } from './explain-backup-error.ts'
import { makeBackup } from './make-backup.ts'
import { copyToStore } from './store/copy-to-store.ts'

const { env, made }: BackupOrder = workerData

async function carryOut(): Promise<BackupOutcome> {
  // What cannot be read must not be the newest backup, here or in the store.
  const readBack = (file: string, key: Buffer | undefined) => readBackup(file, key, {})
  const backup = made === null ? undefined : await makeBackup(env, new Date(made), readBack)
  const readAt = backup && new Date().toISOString()
  await copyToStore(env, new Date())
  if (backup === undefined) return { file: (await listBackups(backupFolder(env)))[0]?.file ?? '', rows: 0 }
  const rows = backup.manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  return { file: backup.file, rows, ...(readAt ? { readAt } : {}) }
}

const outcome = await carryOut().catch((error: unknown) => ({ failed: explainBackupError(error) }))
parentPort?.postMessage(outcome, [])
