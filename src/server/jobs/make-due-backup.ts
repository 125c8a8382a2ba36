import { basename } from 'node:path'
import { backUpInThread, type BackupOutcome } from '../backup/back-up-in-thread.ts'
import { backupFolder, newestBackup } from '../backup/backup-folder.ts'
import {
  endWantedBackup,
  leaveWantedBackup,
  recordReadBackup,
  readBackupState,
  claimWantedBackup,
  writeBackupState,
} from '../backup/backup-state.ts'
import { claimTurn } from '../platform/db/claim-turn.ts'
import { newId } from '../platform/ids.ts'
import { addToOutbox } from '../platform/outbox/queries.ts'
import type { Shop } from '../platform/shop.ts'

const hourMs = 3_600_000
/** After a failure a backup is tried again this soon. */
const [pauseMs, retryMs] = [60_000, 900_000]

type BackupShop = Pick<Shop, 'db' | 'env' | 'now' | 'log'>
/** A copy to the store that failed is tried again without another backup. */
type Task = 'make' | 'copy'

/**
 * Makes the backup that a person asked for, or one when the newest in BACKUP_FOLDER is as old as BACKUP_EVERY_HOURS, in
 * one of all processes, and copies it to the store. Mails the operator when something fails, and when it works again.
 */
export async function makeDueBackup(shop: BackupShop, stop: AbortSignal): Promise<void> {
  const wanted = await claimWantedBackup(shop.db, shop.now())
  const task = wanted ? 'make' : await dueTask(shop)
  if (!task) return
  const at = shop.now()
  const outcome = await backUpInThread(shop.env, task === 'make' ? at : null, stop)
  if (wanted) await (stop.aborted ? leaveWantedBackup(shop.db, wanted) : endWantedBackup(shop.db))
  if (!stop.aborted) await recordOutcome(shop, outcome, at)
}

async function dueTask(shop: BackupShop): Promise<Task | undefined> {
  const { db, env, now } = shop
  if (env.BACKUP_FOLDER === undefined || env.BACKUP_EVERY_HOURS === 0) return undefined
  const { isFailing } = await readBackupState(db)
  const isMade = !(await isDue(shop))
  if (isMade && !(isFailing && env.BACKUP_S3_URL !== undefined)) return undefined
  const turnMs = isFailing ? retryMs : Math.min(pauseMs, env.BACKUP_EVERY_HOURS * hourMs)
  if (!(await claimTurn(db, 'backup_tried_at', now(), turnMs))) return undefined
  return isMade ? 'copy' : 'make'
}

/** A folder that cannot be read is due: the try then says why. */
async function isDue({ env, now }: BackupShop): Promise<boolean> {
  const newest = await newestBackup(backupFolder(env), now()).catch(() => undefined)
  return !newest || now().getTime() - newest.made.getTime() >= env.BACKUP_EVERY_HOURS * hourMs
}

async function recordOutcome({ db, log }: BackupShop, outcome: BackupOutcome, tried: Date): Promise<void> {
  const isFailing = 'failed' in outcome
  if (isFailing) log.error({ job: 'backups', said: outcome.failed }, 'a backup could not be made or copied')
  else log.info({ ...outcome, job: 'backups' }, 'a backup was made or copied')
  if (!isFailing && outcome.readAt !== undefined)
    await recordReadBackup(db, { name: basename(outcome.file), at: outcome.readAt })
  const { isFailing: wasFailing } = await readBackupState(db)
  if (!isFailing && !wasFailing) return
  const at = tried.toISOString()
  await db.transaction().execute(async (trx) => {
    await writeBackupState(trx, isFailing ? { isFailing, said: outcome.failed, at } : { isFailing })
    if (isFailing === wasFailing) return
    const payload = { isFailing, said: isFailing ? outcome.failed : outcome.file, at }
    const dedupeKey = `backup:${newId(tried.getTime())}`
    await addToOutbox(trx, { kind: 'mail.operator_backup', dedupeKey, payload }, tried)
  })
}
