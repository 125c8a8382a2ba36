import { z } from 'zod'
import { backupFolder, listBackups } from '../backup/backup-folder.ts'
import { backUpInThread, type BackupOutcome } from '../backup/back-up-in-thread.ts'
import { claimTurn } from '../platform/db/claim-turn.ts'
import { jsonColumn } from '../platform/db/json-columns.ts'
import { newId } from '../platform/ids.ts'
import { addToOutbox } from '../platform/outbox/queries.ts'
import type { Shop } from '../platform/shop.ts'
import { readBackupState, writeBackupState } from './backup-queries.ts'

const hourMs = 3_600_000
/** After a failure a backup is tried again this soon. */
const [pauseMs, retryMs] = [60_000, 900_000]

/** `settings.backup_state`: whether the last try failed, so that the operator is told once of each change. */
const stateJson = jsonColumn(z.object({ isFailing: z.boolean() }))

type BackupShop = Pick<Shop, 'db' | 'env' | 'now' | 'log'>

/**
 * Makes a backup when the newest one in BACKUP_FOLDER is as old as BACKUP_EVERY_HOURS, in one of all processes, and
 * copies it to the store; a copy that failed is tried again without another backup. Mails the operator when something
 * fails, and when it works again.
 */
export async function keepBackups(shop: BackupShop, stop: AbortSignal): Promise<void> {
  const { db, env, now, log } = shop
  if (env.BACKUP_FOLDER === undefined || env.BACKUP_EVERY_HOURS === 0) return
  const wasFailing = await hasFailed(db)
  const isMade = !(await isDue(shop))
  if (isMade && !(wasFailing && hasStore(env))) return
  const turnMs = wasFailing ? retryMs : Math.min(pauseMs, env.BACKUP_EVERY_HOURS * hourMs)
  if (!(await claimTurn(db, 'backup_tried_at', now(), turnMs))) return
  const at = now()
  const outcome = await backUpInThread(env, isMade ? null : at, stop)
  if (stop.aborted) return
  const isFailing = 'failed' in outcome
  if (isFailing) log.error({ job: 'backups', said: outcome.failed }, 'a backup could not be made or copied')
  else log.info({ ...outcome, job: 'backups' }, 'a backup was made or copied')
  if (isFailing !== wasFailing) await tellOperator(db, outcome, at)
}

async function tellOperator(db: BackupShop['db'], outcome: BackupOutcome, at: Date): Promise<void> {
  const isFailing = 'failed' in outcome
  await db.transaction().execute(async (trx) => {
    await writeBackupState(trx, stateJson.write({ isFailing }))
    const payload = { isFailing, said: isFailing ? outcome.failed : outcome.file, at: at.toISOString() }
    await addToOutbox(trx, { kind: 'mail.operator_backup', dedupeKey: `backup:${newId(at.getTime())}`, payload }, at)
  })
}

async function hasFailed(db: BackupShop['db']): Promise<boolean> {
  const text = await readBackupState(db)
  return text !== undefined && stateJson.read(text).isFailing
}

const hasStore = ({ BACKUP_S3_URL }: BackupShop['env']): boolean => BACKUP_S3_URL !== undefined

/** A folder that cannot be read is due: the try then says why. */
async function isDue({ env, now }: BackupShop): Promise<boolean> {
  const [newest] = await listBackups(backupFolder(env)).catch(() => [])
  return !newest || now().getTime() - newest.made.getTime() >= env.BACKUP_EVERY_HOURS * hourMs
}
