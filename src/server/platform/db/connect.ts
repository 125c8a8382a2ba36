import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { Kysely } from 'kysely'
import { Pool, types } from 'pg'
import { pipelined } from './pipelining.ts'
import { PostgresWatch } from './postgres-watch.ts'
import { preparing } from './prepared-statements.ts'
import { sqliteDialect } from './sqlite/sqlite-dialect.ts'
import { sqliteReaderDialect } from './sqlite/sqlite-reader-dialect.ts'
import { SqliteReader } from './sqlite/sqlite-reader.ts'
import type { Database, Tables } from './tables.ts'

export type DatabaseKind = 'sqlite' | 'postgres'
/**
 * `isWatched`: who waits for a server that has stopped answering hears so within a second (postgres-watch.ts). A
 * statement that runs longer than `longestStatementMs` is given up (is-too-slow.ts).
 */
export type DatabaseLocation = SqliteLocation | PostgresLocation
type SqliteLocation = { sqliteFile: string; longestStatementMs?: number }
type PostgresLocation = { postgresUrl: string; poolSize?: number; isWatched?: boolean; longestStatementMs?: number }
export type OpenDatabase = { db: Database; kind: DatabaseKind }
/**
 * `listDb` and `searchDb` read what costs more the more products there are: filtered and sorted lists, counts of
 * choices, and searches, which do not wait for lists. On SQLite with `longestStatementMs` each has a process of its own
 * (sqlite-reader.ts), so that this one goes on; else both are `db`. What an index answers at once is read from `db`.
 */
export type ShopDatabase = OpenDatabase & { listDb: Database; searchDb: Database }

const int8 = 20
/** The file holds customers: nobody but the shop's own user reads it. */
const privateFile = 0o600

/** Opens the embedded database file (made when missing) or a PostgreSQL pool; migrations are `migrate`'s. */
export function connect(location: DatabaseLocation): ShopDatabase {
  return 'sqliteFile' in location ? openSqlite(location) : openPostgres(location)
}

function openSqlite({ sqliteFile, longestStatementMs }: SqliteLocation): ShopDatabase {
  mkdirSync(dirname(sqliteFile), { recursive: true })
  closeSync(openSync(sqliteFile, 'a', privateFile)) // SQLite gives its log and its index of it the same rights.
  if (longestStatementMs === undefined) {
    const db = new Kysely<Tables>({ dialect: sqliteDialect(sqliteFile) })
    return { kind: 'sqlite', db, listDb: db, searchDb: db }
  }
  const lists = new SqliteReader(sqliteFile, longestStatementMs)
  const searches = new SqliteReader(sqliteFile, longestStatementMs)
  return {
    kind: 'sqlite',
    db: new Kysely<Tables>({ dialect: sqliteDialect(sqliteFile, [lists, searches]) }),
    listDb: new Kysely<Tables>({ dialect: sqliteReaderDialect(lists) }),
    searchDb: new Kysely<Tables>({ dialect: sqliteReaderDialect(searches) }),
  }
}

function openPostgres(location: PostgresLocation): ShopDatabase {
  types.setTypeParser(int8, Number)
  const pool = new Pool({
    connectionString: location.postgresUrl,
    max: location.poolSize ?? 12,
    connectionTimeoutMillis: 10_000,
    pipeline: true,
  })
  if (location.longestStatementMs !== undefined) limitStatements(pool, location.longestStatementMs)
  // A connection that breaks while it is idle is replaced; in use, its query reports it. Unheard, either would end the
  // process.
  pool.on('error', () => {}).on('connect', (client) => client.on('error', () => {}))
  const db = pipelined(preparing(pool.options, location.isWatched ? new PostgresWatch(pool) : pool))
  return { kind: 'postgres', db, listDb: db, searchDb: db }
}

const lookAfterShopperMs = 500

/** Set on the connection and not when it is opened, which a pooler in front of the server may not allow. */
function limitStatements(pool: Pool, longestMs: number): void {
  pool.on('connect', (client) => {
    client.query(`set statement_timeout = ${longestMs}`).catch(() => {})
    // Servers on some systems cannot look whether who asked is still there; they go on until the time is over.
    client.query(`set client_connection_check_interval = ${lookAfterShopperMs}`).catch(() => {})
  })
}
