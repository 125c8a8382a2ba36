import { backupFolder, listBackups } from '../backup/backup-folder.ts'
import {
  endWantedBackup,
  leaveWantedBackup,
  readBackupState,
  takeWantedBackup,
  writeBackupState,
} from '../backup/backup-state.ts'
import { backUpInThread, type BackupOutcome } from '../backup/back-up-in-thread.ts'
import { claimTurn } from '../platform/db/claim-turn.ts'
import { newId } from '../platform/ids.ts'
import { addToOutbox } from '../platform/outbox/queries.ts'
import type { Shop } from '../platform/shop.ts'

const hourMs = 3_600_000
/** After a failure a backup is tried again this soon. */
const [pauseMs, retryMs] = [60_000, 900_000]

type BackupShop = Pick<Shop, 'db' | 'env' | 'now' | 'log'>

/**
 * Makes the backup that a person asked for, or one when the newest in BACKUP_FOLDER is as old as BACKUP_EVERY_HOURS, in
 * one of all processes. Mails the operator when that fails, and when it works again.
 */
export async function keepBackups(shop: BackupShop, stop: AbortSignal): Promise<void> {
  const wanted = await takeWantedBackup(shop.db, shop.now())
  if (!wanted && !(await isTurn(shop))) return
  const at = shop.now()
  const outcome = await backUpInThread(shop.env, at, stop)
  if (wanted) await (stop.aborted ? leaveWantedBackup(shop.db, wanted) : endWantedBackup(shop.db))
  if (!stop.aborted) await noteOutcome(shop, outcome, at)
}

async function isTurn(shop: BackupShop): Promise<boolean> {
  const { db, env, now } = shop
  if (env.BACKUP_FOLDER === undefined || env.BACKUP_EVERY_HOURS === 0) return false
  if (!(await isDue(shop))) return false
  const { isFailing } = await readBackupState(db)
  const turnMs = isFailing ? retryMs : Math.min(pauseMs, env.BACKUP_EVERY_HOURS * hourMs)
  return claimTurn(db, 'backup_tried_at', now(), turnMs)
}

/** A folder that cannot be read is due: the try then says why. */
async function isDue({ env, now }: BackupShop): Promise<boolean> {
  const [newest] = await listBackups(backupFolder(env)).catch(() => [])
  return !newest || now().getTime() - newest.made.getTime() >= env.BACKUP_EVERY_HOURS * hourMs
}

async function noteOutcome({ db, log }: BackupShop, outcome: BackupOutcome, made: Date): Promise<void> {
  const isFailing = 'failed' in outcome
  if (isFailing) log.error({ job: 'backups', said: outcome.failed }, 'a backup could not be made')
  else log.info({ file: outcome.file, rows: outcome.rows }, 'a backup was made')
  const { isFailing: wasFailing } = await readBackupState(db)
  if (!isFailing && !wasFailing) return
  const at = made.toISOString()
  await db.transaction().execute(async (trx) => {
    await writeBackupState(trx, isFailing ? { isFailing, said: outcome.failed, at } : { isFailing })
    if (isFailing === wasFailing) return
    const payload = { isFailing, said: isFailing ? outcome.failed : outcome.file, at }
    await addToOutbox(
      trx,
      { kind: 'mail.operator_backup', dedupeKey: `backup:${newId(made.getTime())}`, payload },
      made,
    )
  })
}
