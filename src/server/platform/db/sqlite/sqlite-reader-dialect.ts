import {
  SqliteIntrospector,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryResult,
} from 'kysely'
import { timed } from '../../diagnostics.ts'
import { severalOf } from '../batch-queries.ts'
import { PlannedLimitCompiler } from './sqlite-compiler.ts'
import { ManyConnectionsAdapter } from './sqlite-dialect.ts'
import type { SqliteReader } from './sqlite-reader.ts'

/** Creates Kysely on a reader process: single read statements without transactions. */
export function sqliteReaderDialect(reader: SqliteReader): Dialect {
  return {
    createAdapter: () => new ManyConnectionsAdapter(),
    createDriver: () => new ReaderDriver(reader),
    createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
    createQueryCompiler: () => new PlannedLimitCompiler(),
  }
}

class ReaderDriver implements Driver {
  readonly #connection: ReaderConnection
  readonly #reader: SqliteReader

  constructor(reader: SqliteReader) {
    this.#reader = reader
    this.#connection = new ReaderConnection(reader)
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection
  }

  async beginTransaction(): Promise<void> {
    throw new Error('This connection only reads: it has no transactions.')
  }

  async commitTransaction(): Promise<void> {}

  async rollbackTransaction(): Promise<void> {}

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    this.#reader.close()
  }
}

class ReaderConnection implements DatabaseConnection {
  readonly #reader: SqliteReader

  constructor(reader: SqliteReader) {
    this.#reader = reader
  }

  async executeQuery<Result>(query: CompiledQuery): Promise<QueryResult<Result>> {
    const each = severalOf(query.sql, query.parameters)
    if (!each) return { rows: (await this.#read(query)) as Result[] }
    const answers: unknown[][] = []
    for (const one of each) answers.push(await this.#read(one))
    return { rows: answers as Result[] }
  }

  #read(query: CompiledQuery): Promise<unknown[]> {
    return timed(
      () => false,
      () => this.#reader.read(query),
    )
  }

  streamQuery<Result>(): AsyncIterableIterator<QueryResult<Result>> {
    throw new Error('This connection answers with all rows at once.')
  }
}
