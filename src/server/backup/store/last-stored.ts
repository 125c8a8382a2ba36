import type { Env } from '../../platform/env.ts'
import { BackupError } from '../backup-error.ts'
import { newestOf } from '../backup-folder.ts'
import { isLate, type LastBackup } from '../last-backup.ts'
import type { BackupEnv } from '../make-backup.ts'
import { storeOf } from './s3-store.ts'

const answerMs = 10_000
const hourMs = 3_600_000

/** Tells whether the store answers and how old its newest backup is; undefined without a store. */
export async function lastStored(
  env: BackupEnv & Pick<Env, 'BACKUP_EVERY_HOURS'>,
  now: Date,
): Promise<LastBackup | undefined> {
  const store = storeOf(env)
  if (!store) return undefined
  try {
    const newest = newestOf(await store.list(answerMs), now)
    const advice = 'npm run shop -- backup copy'
    if (!newest) return { verdict: 'warning', text: `There is no backup in the store (BACKUP_S3_URL): ${advice}.` }
    const hours = Math.floor((now.getTime() - newest.made.getTime()) / hourMs)
    const text = `The newest backup in the store is ${hours} hours old (${newest.name})`
    return isLate(newest, env, now)
      ? { verdict: 'warning', text: `${text}: ${advice}.` }
      : { verdict: 'ok', text: `${text}.` }
  } catch (error) {
    if (!(error instanceof BackupError)) throw error
    return { verdict: 'warning', text: `${error.message} Backups are not copied (BACKUP_S3_URL).` }
  }
}
