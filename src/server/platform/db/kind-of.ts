import { PostgresAdapter } from 'kysely'
import type { DatabaseKind } from './connect.ts'
import type { Queryable } from './tables.ts'

/** Tells which database a connection belongs to. */
export function kindOf(db: Queryable): DatabaseKind {
  return db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite'
}
