import { z } from 'zod'
import { jsonColumn } from '../platform/db/json-columns.ts'
import type { Queryable } from '../platform/db/tables.ts'
import { deleteStateValue, compareAndSetStateValue, readStateValue, writeStateValue } from './backup-state-queries.ts'

/** Whether the last try failed, why, and when; `said` and `at` are missing in rows of older versions. */
const stateJson = jsonColumn(
  z.object({ isFailing: z.boolean(), said: z.string().optional(), at: z.string().optional() }),
)
/** A backup that a person asked for, and when a process began to make it. */
const wantedJson = jsonColumn(z.object({ at: z.string(), by: z.string(), begunAt: z.string().nullable() }))

/** The newest backup that was read back after it was made, by its name in the folder. */
const readJson = jsonColumn(z.object({ name: z.string(), at: z.string() }))

export type BackupState = ReturnType<typeof stateJson.read>
export type WantedBackup = ReturnType<typeof wantedJson.read>

/** A backup that was begun this long ago was made by a process that has ended. */
const maxMs = 3_600_000

export async function readBackupState(db: Queryable): Promise<BackupState> {
  const text = await readStateValue(db, 'backup_state')
  return text === undefined ? { isFailing: false } : stateJson.read(text)
}

export function writeBackupState(db: Queryable, state: BackupState): Promise<void> {
  return writeStateValue(db, 'backup_state', stateJson.write(state))
}

/** The newest backup that was read back whole, and when. */
export async function lastReadBackup(db: Queryable): Promise<{ name: string; at: string } | undefined> {
  const text = await readStateValue(db, 'backup_read')
  return text === undefined ? undefined : readJson.read(text)
}

export function recordReadBackup(db: Queryable, read: { name: string; at: string }): Promise<void> {
  return writeStateValue(db, 'backup_read', readJson.write(read))
}

/** The backup that was asked for and is not made yet. */
export async function wantedBackup(db: Queryable): Promise<WantedBackup | undefined> {
  const text = await readStateValue(db, 'backup_wanted')
  return text === undefined ? undefined : wantedJson.read(text)
}

/** Asks for a backup; one that is asked for already stays. */
export async function requestBackup(db: Queryable, by: string, now: Date): Promise<void> {
  if ((await wantedBackup(db)) === undefined)
    await writeStateValue(db, 'backup_wanted', wantedJson.write({ at: now.toISOString(), by, begunAt: null }))
}

/** Takes the backup that was asked for, in one of all processes; undefined when there is none to take. */
export async function claimWantedBackup(db: Queryable, now: Date): Promise<WantedBackup | undefined> {
  const text = await readStateValue(db, 'backup_wanted')
  if (text === undefined) return undefined
  const wanted = wantedJson.read(text)
  if (wanted.begunAt !== null && now.getTime() - Date.parse(wanted.begunAt) < maxMs) return undefined
  const taken = { ...wanted, begunAt: now.toISOString() }
  return (await compareAndSetStateValue(db, 'backup_wanted', text, wantedJson.write(taken))) ? taken : undefined
}

/** Notes that the backup that was asked for was tried, whether it was made or not. */
export function endWantedBackup(db: Queryable): Promise<void> {
  return deleteStateValue(db, 'backup_wanted')
}

/** Leaves the backup to another process, because this one is stopped. */
export function leaveWantedBackup(db: Queryable, wanted: WantedBackup): Promise<void> {
  return writeStateValue(db, 'backup_wanted', wantedJson.write({ ...wanted, begunAt: null }))
}
