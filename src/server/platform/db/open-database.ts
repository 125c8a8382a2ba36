import { BootError, isBootError } from '../boot-error.ts'
import type { Env } from '../env.ts'
import { connect, type ShopDatabase } from './connect.ts'
import { databaseLocation, databaseName } from './database-location.ts'
import { type BeforeMigration, prepareDatabase } from './prepare-database.ts'

export type PreparedDatabase = ShopDatabase & { migrated: string[] }

type OpenOptions = { isWatched?: boolean; isBulk?: boolean; beforeMigration?: BeforeMigration }

/**
 * Opens the shop's database and migrates it to the newest schema. Throws BootError with a sentence that names the
 * database when it is damaged, read-only or missing.
 */
export async function openDatabase(
  env: Env,
  { isWatched = false, isBulk = false, beforeMigration }: OpenOptions = {},
): Promise<PreparedDatabase> {
  const open = explainErrors(env, () => connect({ ...databaseLocation(env), isBulk }))
  try {
    const migrated = await prepareDatabase(open, beforeMigration)
    if (!isWatched) return { ...open, migrated }
    await open.db.destroy()
    return { ...explainErrors(env, () => connect({ ...databaseLocation(env), isWatched, maxStatementMs })), migrated }
  } catch (error) {
    await open.db.destroy().catch(() => undefined)
    throw explainOpenError(env, error)
  }
}

/** Time limit of one statement for shoppers; migrations, commands and jobs have none (decision 0034). */
const maxStatementMs = 2_000

function explainErrors<Result>(env: Env, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    throw explainOpenError(env, error)
  }
}

/** Converts an error that the operator can fix to a BootError; returns others unchanged. */
export function explainOpenError(env: Env, error: unknown): unknown {
  if (isBootError(error)) return error
  const why = ofSqlite(error) ?? fileErrorText(error) ?? ofPostgres(error)
  if (why === undefined) return error
  const means = env.DATABASE_URL === undefined ? 'SHOP_DATA' : 'DATABASE_URL'
  return new BootError(`The database ${databaseName(env)} ${why} (${means} says where it is).`, { cause: error })
}

const fileAccess =
  'cannot be read and written by this user: give the folder and its files to the user that runs the shop'
const damaged = 'is damaged: stop the shop and restore a backup'

/** Primary result codes of SQLite. */
const sqliteCodes: Readonly<Record<number, string>> = {
  8: fileAccess,
  10: 'cannot be read or written: the disk fails, see the log of the system',
  11: damaged,
  13: 'cannot grow: the disk is full',
  14: fileAccess,
  26: 'is no SQLite database: restore a backup, or move the file away to begin anew',
}

/** Where the disk has no room for the file that SQLite shares between processes: `SQLITE_IOERR_SHMSIZE` and _SHMMAP. */
const noRoomToShare = new Set([4874, 5386])

function ofSqlite(error: unknown): string | undefined {
  const code = field(error, 'errcode')
  if (typeof code === 'number' && noRoomToShare.has(code)) return sqliteCodes[13]
  return typeof code === 'number' ? sqliteCodes[code & 0xff] : undefined
}

const fileCodes: Readonly<Record<string, string>> = {
  EACCES: fileAccess,
  EPERM: fileAccess,
  EROFS: 'is on a disk that is mounted read-only',
  ENOSPC: 'cannot grow: the disk is full',
  EISDIR: 'is a folder and not a file',
  ENOTDIR: 'cannot be made: a part of its path is a file',
  EEXIST: 'cannot be made: its folder is a file',
}

function fileErrorText(error: unknown): string | undefined {
  const [code, isFile] = [field(error, 'code'), field(error, 'syscall')]
  return typeof code === 'string' && (isFile === 'open' || isFile === 'mkdir') ? fileCodes[code] : undefined
}

const postgresCodes: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'does not answer: is the server running',
  ENOTFOUND: 'does not answer: its host has no address',
  ETIMEDOUT: 'does not answer',
  '28P01': 'does not take this password',
  '28000': 'does not take this user',
  '3D000': 'does not exist: make it with createdb',
  '42501': 'does not let this user make tables',
  '57P03': 'is starting or stopping: try again in a moment',
  '53300': 'has no connection left',
}

function ofPostgres(error: unknown): string | undefined {
  const code = field(error, 'code')
  return typeof code === 'string' ? postgresCodes[code] : undefined
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
