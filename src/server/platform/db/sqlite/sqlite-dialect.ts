import {
  SqliteAdapter,
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
import type { LogMover } from './log-mover.ts'
import { PlannedLimitCompiler } from './sqlite-compiler.ts'
import { isReading, SqliteHandle } from './sqlite-handle.ts'
import type { SqliteReader } from './sqlite-reader.ts'
import { SqliteWriter } from './sqlite-writer.ts'

/**
 * Creates Kysely on Node's SQLite; a write resolves only after the log is on disk. One handle reads and one writes, so
 * that reads continue while a transaction runs, here or in another process. The `helpers` of a process that serves are
 * closed with it.
 */
export function sqliteDialect(file: string, helpers: Helpers = { readers: [] }): Dialect {
  return {
    createAdapter: () => new ManyConnectionsAdapter(),
    createDriver: () => new NodeSqliteDriver(file, helpers),
    createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
    createQueryCompiler: () => new PlannedLimitCompiler(),
  }
}

/** What reads long lists, and moves the log, so that this process does not wait for either. */
type Helpers = { readers: readonly SqliteReader[]; mover?: LogMover }

/** Stops Kysely from serializing queries; the connection does that itself. */
export class ManyConnectionsAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

class NodeSqliteDriver implements Driver {
  #file: string
  #helpers: Helpers
  #handles: Handles | undefined
  /** Kysely remembers every connection that it has seen, so that a new one for each query is costly garbage. */
  #free: SqliteConnection[] = []

  constructor(file: string, helpers: Helpers) {
    this.#file = file
    this.#helpers = helpers
  }

  async init(): Promise<void> {
    const writer = new SqliteWriter(this.#file, this.#helpers.mover)
    this.#handles = { writer, reader: new SqliteHandle(this.#file) }
  }

  async acquireConnection(): Promise<SqliteConnection> {
    if (!this.#handles) throw new Error('The SQLite database is not open.')
    return this.#free.pop() ?? new SqliteConnection(this.#handles)
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await toSqliteConnection(connection).begin()
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await toSqliteConnection(connection).end('commit')
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await toSqliteConnection(connection).end('rollback')
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    const own = toSqliteConnection(connection)
    // A statement that a failed transaction left behind must not get into another one.
    if (!own.hasBegun) this.#free.push(own)
  }

  async destroy(): Promise<void> {
    for (const reader of this.#helpers.readers) reader.close()
    await this.#helpers.mover?.close()
    this.#handles?.reader.close()
    await this.#handles?.writer.close()
    this.#handles = undefined
    this.#free = []
  }
}

type Handles = { reader: SqliteHandle; writer: SqliteWriter }

function toSqliteConnection(connection: DatabaseConnection): SqliteConnection {
  if (!(connection instanceof SqliteConnection)) throw new Error('This connection is not of the SQLite driver.')
  return connection
}

class SqliteConnection implements DatabaseConnection {
  #handles: Handles
  #giveTurnBack: (() => void) | undefined
  /** Whether it was used for a transaction. */
  hasBegun = false

  constructor(handles: Handles) {
    this.#handles = handles
  }

  executeQuery<Result>(query: CompiledQuery): Promise<QueryResult<Result>> {
    const each = severalOf(query.sql, query.parameters)
    if (each) return this.#batchQueries(each)
    return timed(
      () => !isReading(query),
      () => this.#execute<Result>(query),
    )
  }

  async #execute<Result>(query: CompiledQuery): Promise<QueryResult<Result>> {
    const { reader, writer } = this.#handles
    if (this.#giveTurnBack) return writer.execute(query)
    if (isReading(query)) return reader.execute(query)
    if (standsAlone(query)) return writer.alone(query)
    return this.#inItsOwn(query)
  }

  async #batchQueries<Result>(queries: readonly CompiledQuery[]): Promise<QueryResult<Result>> {
    const answers: unknown[][] = []
    for (const query of queries) answers.push((await this.executeQuery(query)).rows)
    return { rows: answers as Result[] }
  }

  async *streamQuery<Result>(query: CompiledQuery): AsyncIterableIterator<QueryResult<Result>> {
    const handle = this.#giveTurnBack ? this.#handles.writer : this.#handles.reader
    for (const row of handle.iterate<Result>(query)) yield { rows: [row] }
  }

  async begin(): Promise<void> {
    this.hasBegun = true
    this.#giveTurnBack = await this.#handles.writer.begin()
  }

  async end(how: 'commit' | 'rollback'): Promise<void> {
    const giveBack = this.#giveTurnBack
    this.#giveTurnBack = undefined
    if (giveBack) await this.#handles.writer.end(how, giveBack)
  }

  /** Runs a single statement in its own transaction. */
  async #inItsOwn<Result>(query: CompiledQuery): Promise<QueryResult<Result>> {
    await this.begin()
    try {
      const result = this.#handles.writer.execute<Result>(query)
      await this.end('commit')
      return result
    } catch (error) {
      await this.end('rollback')
      throw error
    }
  }
}

function standsAlone({ query, sql }: CompiledQuery): boolean {
  return query.kind === 'RawNode' && /^\s*(?:pragma|vacuum)\b/i.test(sql)
}
