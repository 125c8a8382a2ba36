import { existsSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/** A whole check reads about 300 MB a second; larger files are checked in part, so that a start stays short. */
const wholeCheckBytes = 150_000_000
/** What a shop cannot make anew from its feeds. */
const vitalTables = ['settings', 'customers', 'orders', 'order_lines', 'payment_attempts', 'payment_events', 'outbox']
/** SQLITE_CORRUPT and SQLITE_NOTADB */
const [corrupt, notADatabase] = [11, 26]
const primaryCode = 0xff

/**
 * Finds damage of a SQLite file before it is served, in the words of SQLite; undefined for a file that is whole or
 * missing. What else keeps it from being opened is not told here.
 */
export function sqliteDamage(file: string): string | undefined {
  if (!existsSync(file)) return undefined
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(file, { readOnly: true, timeout: 1000 })
    return statSync(file).size <= wholeCheckBytes ? wholeDamage(database) : partialDamage(database)
  } catch (error) {
    return isDamage(error) ? error.message : undefined
  } finally {
    database?.close()
  }
}

function isDamage(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  const code = Number(Reflect.get(error, 'errcode')) & primaryCode
  return code === corrupt || code === notADatabase
}

function wholeDamage(database: DatabaseSync): string | undefined {
  return firstFault(database, 'pragma quick_check(1)')
}

/** Reads a row of every table, and all of the vital ones. */
function partialDamage(database: DatabaseSync): string | undefined {
  const tables = database.prepare("select name from sqlite_schema where type = 'table' and rootpage > 0").all()
  for (const { name } of tables) database.prepare(`select 1 from "${String(name)}" limit 1`).get()
  for (const name of vitalTables) {
    const found = tables.some((table) => table['name'] === name)
    const fault = found ? firstFault(database, `pragma quick_check("${name}")`) : undefined
    if (fault !== undefined) return fault
  }
  return undefined
}

function firstFault(database: DatabaseSync, pragma: string): string | undefined {
  const said = String(database.prepare(pragma).get()?.['quick_check'])
  return said === 'ok' ? undefined : said.replaceAll(/\s+/g, ' ')
}
