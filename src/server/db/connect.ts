import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import { Pool, types } from 'pg'
import { sqliteDialect } from './sqlite-dialect.ts'
import type { Database, Tables } from './tables.ts'

export type DatabaseKind = 'sqlite' | 'postgres'
export type DatabaseLocation = { sqliteFile: string } | { postgresUrl: string; poolSize?: number }
export type OpenDatabase = { db: Database; kind: DatabaseKind }

const int8 = 20

/** Opens the embedded database file (made when missing) or a PostgreSQL pool; migrations are `migrate`'s. */
export function connect(location: DatabaseLocation): OpenDatabase {
  if ('sqliteFile' in location) {
    mkdirSync(dirname(location.sqliteFile), { recursive: true })
    return { kind: 'sqlite', db: new Kysely<Tables>({ dialect: sqliteDialect(location.sqliteFile) }) }
  }
  types.setTypeParser(int8, Number)
  const pool = new Pool({ connectionString: location.postgresUrl, max: location.poolSize ?? 12, connectionTimeoutMillis: 10_000 })
  pool.on('error', () => {}) // An idle connection that breaks is replaced; the next query reports if it cannot be.
  return { kind: 'postgres', db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }) }
}
