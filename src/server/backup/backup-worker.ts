/** A thread that makes one backup, so that no request waits for it, and posts what came of it. */
import { parentPort, workerData } from 'node:worker_threads'
import type { BackupOrder, BackupOutcome } from './back-up-in-thread.ts'
import { explainBackupError } from './explain-backup-error.ts'
import { makeBackup } from './make-backup.ts'

const { env, made }: BackupOrder = workerData
const outcome: BackupOutcome = await makeBackup(env, new Date(made)).then(
  ({ file, manifest }) => ({ file, rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0) }),
  (error: unknown) => ({ failed: explainBackupError(error) }),
)
parentPort?.postMessage(outcome, [])
