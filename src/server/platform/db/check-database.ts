import { randomBytes } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import type { DatabaseKind, DatabaseLocation } from './connect.ts'
import type { FailedWrites } from './faults/failed-writes.ts'
import type { Database } from './tables.ts'

const timeoutMs = 2000
/** More bytes than an order writes; random, because some file systems do not allocate space for zeros. */
const probeBytes = randomBytes(256 * 1024)

/** What is wrong with a database; a healthy one can be read for pages and written for orders. */
export type DatabaseFault = 'no database' | 'database damaged' | 'database read-only' | 'disk full'

type Checked = { db: Database; kind: DatabaseKind; location: DatabaseLocation; failedWrites?: FailedWrites }

/**
 * Checks within a few milliseconds whether the database answers and, for the embedded one, whether its tables can be
 * read and its disk has space. Waits for no lock, so an import does not make a node unready.
 */
export async function checkDatabase({ db, kind, location, failedWrites }: Checked): Promise<DatabaseFault | undefined> {
  const answered = await withinTimeout(
    kind === 'postgres' ? isWritablePostgres(db) : sql`select 1`.execute(db).then(() => true),
  )
  if (answered === undefined) return 'no database'
  if (!answered) return 'database read-only'
  if ('sqliteFile' in location) return sqliteFault(location.sqliteFile) ?? diskFault(dirname(location.sqliteFile))
  const refused = await failedWrites?.fault(db)
  return refused === undefined ? undefined : refused === 'disk full' ? 'disk full' : 'database read-only'
}

/** Resolves to undefined when the promise rejects or the timeout passes. */
async function withinTimeout<Value>(promise: Promise<Value>): Promise<Value | undefined> {
  const { promise: tooLate, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(resolve, timeoutMs, undefined)
  try {
    return await Promise.race([promise.catch(() => undefined), tooLate])
  } finally {
    clearTimeout(timer)
  }
}

/** Tells whether the server accepts writes: a replica, or a server set to read-only, does not. */
async function isWritablePostgres(db: Database): Promise<boolean> {
  const { rows } = await sql<{ state: string }>`select current_setting('transaction_read_only') as state`.execute(db)
  return rows[0]?.state === 'off'
}

/** Reads a row of every table on a new connection, which has no cached pages of the file. */
function sqliteFault(file: string): DatabaseFault | undefined {
  try {
    const database = new DatabaseSync(file, { readOnly: true, timeout: 0 })
    try {
      const tables = database.prepare("select name from sqlite_schema where type = 'table' and rootpage > 0").all()
      for (const { name } of tables) database.prepare(`select 1 from "${String(name)}" limit 1`).get()
      return tables.length > 0 ? undefined : 'database damaged'
    } finally {
      database.close()
    }
  } catch (error) {
    return isBusy(error) ? undefined : 'database damaged'
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (error.errcode === 5 || error.errcode === 6)
}

function diskFault(folder: string): DatabaseFault | undefined {
  const file = join(folder, `.readiness-${process.pid}`)
  try {
    writeFileSync(file, probeBytes, { mode: 0o600 })
    return undefined
  } catch (error) {
    return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')
      ? 'disk full'
      : 'database read-only'
  } finally {
    rmSync(file, { force: true })
  }
}
