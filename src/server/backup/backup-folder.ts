import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { dayMs } from '../../domain/durations.ts'
import type { Env } from '../platform/env.ts'

/** A whole backup by its name; what is being written has another one. */
const named = /^shop-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z\.tar\.zst(\.enc)?$/
const partial = /^\.partial-/
/** A backup that is being made writes all the time. */
const idleMs = 3_600_000
const ownerOnly = 0o700
/** So much the clocks of nodes may differ. */
const skewMs = 3_600_000

export type FoundBackup = { file: string; name: string; made: Date; bytes: number; isEncrypted: boolean }

/** Returns where backups are kept: BACKUP_FOLDER, else a folder in the data folder. */
export function backupFolder({ BACKUP_FOLDER, SHOP_DATA }: Pick<Env, 'BACKUP_FOLDER' | 'SHOP_DATA'>): string {
  return resolve(BACKUP_FOLDER ?? join(SHOP_DATA, 'backups'))
}

export function backupName(made: Date, isEncrypted: boolean): string {
  return `shop-${made.toISOString().replaceAll(/[:.]/g, '-')}.tar.zst${isEncrypted ? '.enc' : ''}`
}

/** Makes a folder of its own for a backup that is being written, and removes those of backups that were killed. */
export async function workFolder(folder: string, made: Date): Promise<string> {
  await mkdir(folder, { recursive: true, mode: ownerOnly })
  for (const name of (await readdir(folder)).filter((each) => partial.test(each)))
    if (await isIdle(join(folder, name))) await rm(join(folder, name), { recursive: true, force: true })
  const path = join(folder, `.partial-${made.toISOString().replaceAll(/[:.]/g, '-')}-${process.pid}`)
  await mkdir(path, { mode: ownerOnly })
  return path
}

async function isIdle(folder: string): Promise<boolean> {
  const paths = [folder, ...(await readdir(folder).catch(() => [])).map((name) => join(folder, name))]
  const found = await Promise.all(paths.map((path) => stat(path).catch(() => undefined)))
  return found.every((each) => Date.now() - (each?.mtimeMs ?? 0) > idleMs)
}

/** Lists the whole backups of a folder, newest first; none where there is no such folder. */
export async function listBackups(folder: string): Promise<FoundBackup[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const found: FoundBackup[] = []
  for (const name of names) {
    const about = aboutBackup(name)
    const size = about && (await stat(join(folder, name)).catch(() => undefined))?.size
    if (about && size !== undefined) found.push({ ...about, file: join(folder, name), name, bytes: size })
  }
  return newestFirst(found)
}

/** Of backups, newest first, the first that is not of the future: that one was made while the clock was wrong. */
export function newestOf<Backup extends Pick<FoundBackup, 'made'>>(
  backups: readonly Backup[],
  now: Date,
): Backup | undefined {
  return backups.find(({ made }) => made.getTime() - now.getTime() < skewMs)
}

export async function newestBackup(folder: string, now: Date): Promise<FoundBackup | undefined> {
  return newestOf(await listBackups(folder), now)
}

/** Reads when a backup was made from its name; undefined for a file that is none. */
export function aboutBackup(name: string): Pick<FoundBackup, 'made' | 'isEncrypted'> | undefined {
  const [, day, hour, minute, second, ms, encrypted] = named.exec(name) ?? []
  const made = new Date(`${day}T${hour}:${minute}:${second}.${ms}Z`)
  return Number.isNaN(made.getTime()) ? undefined : { made, isEncrypted: encrypted !== undefined }
}

export function newestFirst<Backup extends Pick<FoundBackup, 'made'>>(backups: readonly Backup[]): Backup[] {
  return backups.toSorted((one, other) => other.made.getTime() - one.made.getTime())
}

type Keeping = { days: number; count: number; now: Date }

/** Of backups, newest first, those that are older than `days` and not among the newest `count`. */
export function oldBackups<Backup extends Pick<FoundBackup, 'made'>>(
  backups: readonly Backup[],
  { days, count, now }: Keeping,
): Backup[] {
  return backups.slice(count).filter(({ made }) => now.getTime() - made.getTime() > days * dayMs)
}

/** Deletes backups that are older than `days`, but never one of the newest `count`; returns what it deleted. */
export async function deleteOldBackups(folder: string, keeping: Keeping): Promise<FoundBackup[]> {
  const old = oldBackups(await listBackups(folder), keeping)
  for (const { file } of old) await rm(file, { force: true })
  return old
}
