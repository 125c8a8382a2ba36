import { access, constants, stat } from 'node:fs/promises'
import type { Env } from '../platform/env.ts'
import { readBackupKey } from './archive/backup-key.ts'
import { readHead } from './archive/read-archive.ts'
import { BackupError } from './backup-error.ts'
import { backupFolder, newestBackup, type FoundBackup } from './backup-folder.ts'

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

/** Tells how old the newest backup is, whether it should be newer, and what keeps the next one from being made. */
export async function lastBackup(env: BackupPlace, now: Date): Promise<LastBackup> {
  const folder = backupFolder(env)
  const closed = await whyClosed(folder)
  if (closed !== undefined) return { verdict: 'warning', text: `${folder} (BACKUP_FOLDER) ${closed}.` }
  const newest = await newestBackup(folder, now)
  const fault = await keyFault(env, newest)
  if (fault !== undefined) return { verdict: 'warning', text: fault }
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

/** Why backups cannot be read and written there; a folder that is not there is made. */
async function whyClosed(folder: string): Promise<string | undefined> {
  try {
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    return undefined
  } catch (error) {
    const code = error instanceof Error ? Reflect.get(error, 'code') : undefined
    return code === 'ENOENT' ? undefined : `cannot be read and written by this user (${String(code)})`
  }
}

/** What is wrong with the key that is set: it cannot be read, or is not that of the newest backup. */
async function keyFault(env: BackupPlace, newest: FoundBackup | undefined): Promise<string | undefined> {
  try {
    const key = await readBackupKey(env)
    if (newest?.isEncrypted) await readHead(newest.file, key)
    return undefined
  } catch (error) {
    if (error instanceof BackupError)
      return newest ? `The last backup is ${newest.file}. ${error.message}` : error.message
    throw error
  }
}

/** Tells whether the newest backup should be newer. */
export function isLate(
  newest: Pick<FoundBackup, 'made'> | undefined,
  env: Pick<Env, 'BACKUP_EVERY_HOURS'>,
  now: Date,
): boolean {
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
