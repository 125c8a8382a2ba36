import { stat } from 'node:fs/promises'
import type { Env } from '../platform/env.ts'
import { backupFolder, listBackups, type FoundBackup } from './backup-folder.ts'

const hourMs = 3_600_000
/** A backup may take its time, and the job looks every few minutes. */
const lateHours = 12

export type LastBackup = { verdict: 'ok' | 'warning'; text: string }
type BackupPlace = Pick<
  Env,
  | 'SHOP_DATA'
  | 'BACKUP_FOLDER'
  | 'BACKUP_EVERY_HOURS'
  | 'BACKUP_KEY'
  | 'BACKUP_KEY_FILE'
  | 'BACKUP_S3_URL'
  | 'isProduction'
>

/** Tells how old the newest backup is, and whether it should be newer. */
export async function lastBackup(env: BackupPlace, now: Date): Promise<LastBackup> {
  const folder = backupFolder(env)
  const [newest] = await listBackups(folder)
  const warn = (text: string): LastBackup => ({ verdict: env.isProduction ? 'warning' : 'ok', text })
  const advice =
    env.BACKUP_FOLDER === undefined ? 'set BACKUP_FOLDER, and one is made every day' : 'npm run shop -- backup'
  if (!newest) return warn(`There is no backup in ${folder}: ${advice}.`)
  const hours = Math.floor((now.getTime() - newest.made.getTime()) / hourMs)
  if (isLate(newest, env, now)) return warn(`The last backup is ${hours} hours old (${newest.file}): ${advice}.`)
  if (await isOnSameDisk(env))
    return warn(`The last backup is ${hours} hours old, but on the same disk as the shop: copy ${folder} elsewhere.`)
  const isEncrypted = env.BACKUP_KEY !== undefined || env.BACKUP_KEY_FILE !== undefined
  const end = isEncrypted ? '.' : '; it is not encrypted, because BACKUP_KEY_FILE is not set.'
  return { verdict: 'ok', text: `The last backup is ${hours} hours old (${newest.file})${end}` }
}

/** Tells whether the newest backup should be newer. */
export function isLate(newest: FoundBackup | undefined, env: Pick<Env, 'BACKUP_EVERY_HOURS'>, now: Date): boolean {
  if (!newest) return true
  return now.getTime() - newest.made.getTime() > ((env.BACKUP_EVERY_HOURS || 24) + lateHours + 1) * hourMs
}

/** Tells whether every backup is on the disk of the shop's data. */
export async function isOnSameDisk(env: Pick<Env, 'SHOP_DATA' | 'BACKUP_FOLDER' | 'BACKUP_S3_URL'>): Promise<boolean> {
  if (env.BACKUP_S3_URL !== undefined) return false
  const [first, second] = await Promise.all(
    [backupFolder(env), env.SHOP_DATA].map((path) => stat(path).catch(() => undefined)),
  )
  return first !== undefined && first.dev === second?.dev
}
