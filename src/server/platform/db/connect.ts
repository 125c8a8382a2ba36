import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { Kysely, type PostgresPool } from 'kysely'
import { type ClientBase, escapeIdentifier, Pool, type PoolConfig, types } from 'pg'
import { pipelined } from './pipelining.ts'
import { PostgresWatch } from './postgres-watch.ts'
import { LogMover } from './sqlite/log-mover.ts'
import { sqliteDialect } from './sqlite/sqlite-dialect.ts'
import { sqliteReaderDialect } from './sqlite/sqlite-reader-dialect.ts'
import { SqliteReader } from './sqlite/sqlite-reader.ts'
import { preparing } from './statements/prepared-statements.ts'
import type { Database, Tables } from './tables.ts'

export type DatabaseKind = 'sqlite' | 'postgres'
/**
 * `isWatched`: waiting callers get an error within a second when the server stops answering (postgres-watch.ts). A
 * statement that runs longer than `maxStatementMs` is cancelled (statement-timeout.ts).
 */
export type DatabaseLocation = SqliteLocation | PostgresLocation
type SqliteLocation = {
  sqliteFile: string
  maxStatementMs?: number
  /** For a command that writes much: another thread moves the log into the file, and the disk is waited for outside. */
  isBulk?: boolean
}
type PostgresLocation = {
  postgresUrl: string
  poolSize?: number
  isWatched?: boolean
  maxStatementMs?: number
  /** The schema of the tables, where that is not the usual one of the user. */
  schema?: string
}
export type OpenDatabase = { db: Database; kind: DatabaseKind }
/**
 * `listDb` and `searchDb` are for queries whose cost grows with the number of products: filtered and sorted lists and
 * facet counts in `listDb`, searches in `searchDb`, so that searches do not wait for lists. On SQLite with
 * `maxStatementMs` each has its own process (sqlite-reader.ts), which keeps this one responsive; else both are
 * `db`. Fast index reads use `db`. `reportDb` is for what staff ask of the whole shop, such as figures and counts: it
 * may take longer, and no shopper waits for it. `aheadDb`, where there is one, is for what nobody waits for.
 */
export type ShopDatabase = OpenDatabase & {
  listDb: Database
  searchDb: Database
  reportDb: Database
  aheadDb?: Database | undefined
}

const int8 = 20
/** Staff wait so long for a report. */
const maxReportMs = 30_000
/** How many connections to PostgreSQL a process has for shoppers, and how many more for reports. */
const [usualPoolSize, reportsAtOnce] = [12, 2]
/** The file contains customer data: only the shop's own user may read it. */
const privateFile = 0o600

/** Opens the embedded database file (created when missing) or a PostgreSQL pool; does not run migrations. */
export function connect(location: DatabaseLocation): ShopDatabase {
  return 'sqliteFile' in location ? openSqlite(location) : openPostgres(location)
}

function openSqlite({ sqliteFile, maxStatementMs, isBulk = false }: SqliteLocation): ShopDatabase {
  mkdirSync(dirname(sqliteFile), { recursive: true })
  // SQLite creates its log and shared-memory files with the same permissions.
  closeSync(openSync(sqliteFile, 'a', privateFile))
  if (maxStatementMs === undefined) {
    const helpers = { readers: [], ...(isBulk ? { mover: new LogMover(sqliteFile) } : {}) }
    const db = new Kysely<Tables>({ dialect: sqliteDialect(sqliteFile, helpers) })
    return { kind: 'sqlite', db, listDb: db, searchDb: db, reportDb: db }
  }
  const lists = new SqliteReader(sqliteFile, maxStatementMs)
  const searches = new SqliteReader(sqliteFile, maxStatementMs)
  const reports = new SqliteReader(sqliteFile, maxReportMs, maxReportMs)
  const ahead = new SqliteReader(sqliteFile, maxStatementMs)
  const mover = new LogMover(sqliteFile)
  return {
    kind: 'sqlite',
    db: new Kysely<Tables>({
      dialect: sqliteDialect(sqliteFile, { readers: [lists, searches, reports, ahead], mover }),
    }),
    listDb: new Kysely<Tables>({ dialect: sqliteReaderDialect(lists) }),
    searchDb: new Kysely<Tables>({ dialect: sqliteReaderDialect(searches) }),
    reportDb: new Kysely<Tables>({ dialect: sqliteReaderDialect(reports) }),
    aheadDb: new Kysely<Tables>({ dialect: sqliteReaderDialect(ahead) }),
  }
}

function openPostgres(location: PostgresLocation): ShopDatabase {
  const pool = sourceOf(location)
  if (location.maxStatementMs === undefined) return overPool(preparing(pool.options, pool))
  const reports = sourceOf({ ...location, poolSize: reportsAtOnce, maxStatementMs: maxReportMs })
  const end = async () => void (await Promise.all([pool.end(), reports.end()]))
  return overPool(preparing(pool.options, { ...pool, end }), preparing(reports.options, reports))
}

function sourceOf(location: PostgresLocation) {
  const pool = postgresPool(location)
  const source = location.isWatched ? new PostgresWatch(pool) : pool
  return { options: pool.options, connect: () => source.connect(), end: () => source.end() }
}

/** Returns the database that a pool of connections reaches; `reports`: the pool for reports, if there is one. */
export function overPool(pool: PostgresPool, reports?: PostgresPool): ShopDatabase {
  const db = pipelined(pool)
  return { kind: 'postgres', db, listDb: db, searchDb: db, reportDb: reports ? pipelined(reports) : db }
}

/** Returns a pool that connects when it is first used. `more`: settings of pg's pool that replace the usual ones. */
export function postgresPool(location: PostgresLocation, more: PoolConfig = {}): Pool {
  types.setTypeParser(int8, Number)
  const { schema } = location
  const pool = new Pool({
    connectionString: location.postgresUrl,
    max: location.poolSize ?? usualPoolSize,
    connectionTimeoutMillis: 10_000,
    pipeline: true,
    ...(schema === undefined ? {} : { onConnect: inSchema(schema) }),
    ...more,
  })
  if (location.maxStatementMs !== undefined) limitStatements(pool, location.maxStatementMs)
  // The pool replaces a connection that breaks while idle; in use, its query reports the error. Without these handlers
  // either error would end the process.
  return pool.on('error', () => {}).on('connect', (client) => client.on('error', () => {}))
}

/** A connection whose schema cannot be set is closed, so that nothing is written into the usual one. */
function inSchema(schema: string) {
  return async (client: ClientBase): Promise<void> => {
    await client.query(`set search_path = ${escapeIdentifier(schema)}`)
  }
}

const lookAfterShopperMs = 500

/**
 * Sets the statement timeout on each connection, not in the connection parameters, which a pooler in front of the
 * server may reject.
 */
function limitStatements(pool: Pool, maxMs: number): void {
  pool.on('connect', (client) => {
    client.query(`set statement_timeout = ${maxMs}`).catch(() => {})
    // Servers on some platforms cannot check whether the client is still connected; they run until the timeout.
    client.query(`set client_connection_check_interval = ${lookAfterShopperMs}`).catch(() => {})
  })
}
