import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { Kysely } from 'kysely'
import { Pool, types } from 'pg'
import { pipelined } from './pipelining.ts'
import { PostgresWatch } from './postgres-watch.ts'
import { preparing } from './prepared-statements.ts'
import { sqliteDialect } from './sqlite-dialect.ts'
import type { Database, Tables } from './tables.ts'

export type DatabaseKind = 'sqlite' | 'postgres'
/**
 * `isWatched`: who waits for a server that has stopped answering hears so within a second (postgres-watch.ts). A statement
 * that runs longer than `longestStatementMs` is given up (is-too-slow.ts).
 */
export type DatabaseLocation = { sqliteFile: string } | { postgresUrl: string; poolSize?: number; isWatched?: boolean; longestStatementMs?: number }
export type OpenDatabase = { db: Database; kind: DatabaseKind }

const int8 = 20
/** The file holds customers: nobody but the shop's own user reads it. */
const privateFile = 0o600

/** Opens the embedded database file (made when missing) or a PostgreSQL pool; migrations are `migrate`'s. */
export function connect(location: DatabaseLocation): OpenDatabase {
  if ('sqliteFile' in location) {
    mkdirSync(dirname(location.sqliteFile), { recursive: true })
    closeSync(openSync(location.sqliteFile, 'a', privateFile)) // SQLite gives its log and its index of it the same rights.
    return { kind: 'sqlite', db: new Kysely<Tables>({ dialect: sqliteDialect(location.sqliteFile) }) }
  }
  types.setTypeParser(int8, Number)
  const pool = new Pool({ connectionString: location.postgresUrl, max: location.poolSize ?? 12, connectionTimeoutMillis: 10_000, pipeline: true })
  if (location.longestStatementMs !== undefined) limitStatements(pool, location.longestStatementMs)
  // A connection that breaks while it is idle is replaced; in use, its query reports it. Unheard, either would end the process.
  pool.on('error', () => {}).on('connect', (client) => client.on('error', () => {}))
  return { kind: 'postgres', db: pipelined(preparing(location.isWatched ? watched(pool) : asItIs(pool))) }
}

function watched(pool: Pool) {
  const watch = new PostgresWatch(pool)
  return { options: pool.options, connect: () => watch.connect(), end: () => watch.end() }
}

function asItIs(pool: Pool) {
  return { options: pool.options, connect: () => pool.connect(), end: () => pool.end() }
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
