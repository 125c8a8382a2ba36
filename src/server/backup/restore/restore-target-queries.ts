import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { Client } from 'pg'
import { BackupError } from '../backup-error.ts'

/** Tables whose rows somebody would miss. */
const missed = [
  'products',
  'orders',
  'customers',
  'content_pages',
  'widgets',
  'shop_settings',
  'staff',
  'organizations',
]
const sqliteBusy = 5

/** What is there now: whether it holds a shop, and whether something uses it. */
export type Target = { isFilled: boolean; isInUse: boolean }

/** Looks at the embedded database without changing it; one that cannot be read counts as filled. */
export function lookAtSqlite(file: string): Target {
  if (!existsSync(file)) return { isFilled: false, isInUse: false }
  let isFilled = true
  try {
    const database = new DatabaseSync(file, { readOnly: true, timeout: 2_000 })
    try {
      const tables = database.prepare("select name from sqlite_schema where type = 'table'").all()
      const names = new Set(tables.map(({ name }) => String(name)))
      isFilled = missed.some((table) => names.has(table) && database.prepare(`select 1 from ${table} limit 1`).get())
    } finally {
      database.close()
    }
  } catch {
    isFilled = true
  }
  return { isFilled, isInUse: isOpenElsewhere(file) }
}

/** Tells whether another process has the file open: the lock for oneself alone is then refused. */
function isOpenElsewhere(file: string): boolean {
  try {
    const database = new DatabaseSync(file, { timeout: 0 })
    try {
      database.exec('pragma locking_mode = exclusive; begin immediate; rollback')
    } finally {
      database.close()
    }
    return false
  } catch (error) {
    return error instanceof Error && Reflect.get(error, 'errcode') === sqliteBusy
  }
}

/** Looks at a database of PostgreSQL without changing it. Others' connections show that a shop may use it. */
export async function lookAtPostgres(url: string): Promise<Target> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(
      `select relname as name from pg_class
        where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')`,
    )
    const known = missed.filter((table) => rows.some(({ name }) => name === table))
    let isFilled = rows.length > 0 && known.length === 0
    for (const table of known) isFilled ||= (await client.query(`select 1 from ${table} limit 1`)).rows.length > 0
    const { rows: others } = await client.query(
      `select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
        and backend_type = 'client backend'`,
    )
    return { isFilled, isInUse: others.length > 0 }
  } finally {
    await client.end()
  }
}

/** Throws BackupError unless every page of a restored file can be read, and every reference leads somewhere. */
export function checkSqlite(file: string): void {
  const database = new DatabaseSync(file)
  try {
    const faults = database.prepare('pragma integrity_check(1)').all()
    if (faults.length !== 1 || Object.values(faults[0] ?? {})[0] !== 'ok')
      throw new BackupError('The database in the backup is damaged (integrity_check).')
    if (database.prepare('pragma foreign_key_check').all().length > 0)
      throw new BackupError('The database in the backup is damaged: rows refer to others that are not there.')
  } finally {
    database.close()
  }
}
