import { setTimeout as sleep } from 'node:timers/promises'
import {
  CompiledQuery, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler,
  type DatabaseConnection, type Dialect, type Driver, type Kysely, type QueryResult,
} from 'kysely'
import { isReading, SqliteHandle } from './sqlite-handle.ts'

/** How long a write waits for another process's transaction (an import) before it is given up as busy. */
const busyPatienceMs = 10_000

/**
 * Kysely on Node's own SQLite: an answer comes only after the log is on disk. One handle reads and one writes, so that
 * pages go on being read while a transaction, here or in another process, is under way.
 */
export function sqliteDialect(file: string): Dialect {
  return {
    createAdapter: () => new TwoHandleAdapter(),
    createDriver: () => new NodeSqliteDriver(file),
    createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

/** Keeps Kysely from letting only one query at a time in: the writer's turn is kept here. */
class TwoHandleAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

class NodeSqliteDriver implements Driver {
  #file: string
  #handles: Handles | undefined

  constructor(file: string) {
    this.#file = file
  }

  async init(): Promise<void> {
    const writer = new SqliteHandle(this.#file)
    this.#handles = { writer, reader: new SqliteHandle(this.#file), turn: new Turn() }
  }

  async acquireConnection(): Promise<SqliteConnection> {
    if (!this.#handles) throw new Error('The SQLite database is not open.')
    return new SqliteConnection(this.#handles)
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await asOurs(connection).begin()
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    asOurs(connection).end('commit')
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    asOurs(connection).end('rollback')
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    this.#handles?.reader.close()
    this.#handles?.writer.close()
    this.#handles = undefined
  }
}

type Handles = { reader: SqliteHandle; writer: SqliteHandle; turn: Turn }

function asOurs(connection: DatabaseConnection): SqliteConnection {
  if (!(connection instanceof SqliteConnection)) throw new Error('This connection is not of the SQLite driver.')
  return connection
}

class SqliteConnection implements DatabaseConnection {
  #handles: Handles
  #giveTurnBack: (() => void) | undefined

  constructor(handles: Handles) {
    this.#handles = handles
  }

  async executeQuery<Result>(query: CompiledQuery): Promise<QueryResult<Result>> {
    const { reader, writer, turn } = this.#handles
    if (this.#giveTurnBack) return writer.execute(query)
    if (isReading(query)) return reader.execute(query)
    const giveBack = await turn.take()
    try {
      return await patiently(() => writer.execute<Result>(query))
    } finally {
      giveBack()
    }
  }

  async *streamQuery<Result>(query: CompiledQuery): AsyncIterableIterator<QueryResult<Result>> {
    const handle = this.#giveTurnBack ? this.#handles.writer : this.#handles.reader
    for (const row of handle.iterate<Result>(query)) yield { rows: [row] }
  }

  async begin(): Promise<void> {
    const giveBack = await this.#handles.turn.take()
    try {
      await patiently(() => this.#handles.writer.execute(CompiledQuery.raw('begin immediate')))
      this.#giveTurnBack = giveBack
    } catch (error) {
      giveBack()
      throw error
    }
  }

  end(how: 'commit' | 'rollback'): void {
    this.#handles.writer.execute(CompiledQuery.raw(how))
    this.#giveTurnBack?.()
    this.#giveTurnBack = undefined
  }
}

/** One writer at a time, in the order of asking. */
class Turn {
  #last: Promise<void> = Promise.resolve()

  async take(): Promise<() => void> {
    const before = this.#last
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#last = promise
    await before
    return resolve
  }
}

/** Waits without blocking the process while another one holds the write lock. */
async function patiently<Result>(write: () => Result): Promise<Result> {
  const deadline = Date.now() + busyPatienceMs
  for (;;) {
    try {
      return write()
    } catch (error) {
      if (!isBusy(error) || Date.now() > deadline) throw error
      await sleep(20)
    }
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === 5
}
