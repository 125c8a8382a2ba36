import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import {
  CompiledQuery, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler,
  type DatabaseConnection, type Dialect, type Driver, type Kysely, type QueryResult,
} from 'kysely'

const busyPatienceMs = 5_000
const maxStatements = 500

/** Kysely on Node's own SQLite: one connection, WAL, and an answer only after the log is on disk. */
export function sqliteDialect(file: string): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new NodeSqliteDriver(file),
    createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

class NodeSqliteDriver implements Driver {
  #file: string
  #connection: NodeSqliteConnection | undefined

  constructor(file: string) {
    this.#file = file
  }

  async init(): Promise<void> {
    const database = new DatabaseSync(this.#file, { timeout: 250 })
    database.exec(`
      pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on;
      pragma cache_size = -32000; pragma mmap_size = 268435456; pragma temp_store = memory;
    `)
    this.#connection = new NodeSqliteConnection(database)
  }

  async acquireConnection(): Promise<NodeSqliteConnection> {
    if (!this.#connection) throw new Error('The SQLite database is not open.')
    return this.#connection
  }

  /** Waits without blocking the process while another one (an import) holds the write lock. */
  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    const deadline = Date.now() + busyPatienceMs
    for (;;) {
      try {
        await connection.executeQuery(CompiledQuery.raw('begin immediate'))
        return
      } catch (error) {
        if (!isBusy(error) || Date.now() > deadline) throw error
        await sleep(20)
      }
    }
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'))
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('rollback'))
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    this.#connection?.close()
    this.#connection = undefined
  }
}

class NodeSqliteConnection implements DatabaseConnection {
  #database: DatabaseSync
  #statements = new Map<string, Prepared>()

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  async executeQuery<Result>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Result>> {
    const { statement, returnsRows } = this.#prepare(sql)
    const values = parameters as SQLInputValue[]
    if (returnsRows) return { rows: statement.all(...values) as Result[] }
    const { changes, lastInsertRowid } = statement.run(...values)
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
  }

  async *streamQuery<Result>({ sql, parameters }: CompiledQuery): AsyncIterableIterator<QueryResult<Result>> {
    for (const row of this.#database.prepare(sql).iterate(...(parameters as SQLInputValue[]))) {
      yield { rows: [row as Result] }
    }
  }

  close(): void {
    this.#statements.clear()
    this.#database.close()
  }

  #prepare(sql: string): Prepared {
    const known = this.#statements.get(sql)
    if (known) return known
    const statement = this.#database.prepare(sql)
    const prepared = { statement, returnsRows: statement.columns().length > 0 }
    if (!prepared.returnsRows) statement.setReadBigInts(true) // Full-text search leaves row ids behind that no JavaScript number holds.
    if (this.#statements.size >= maxStatements) this.#statements.clear()
    this.#statements.set(sql, prepared)
    return prepared
  }
}

type Prepared = { statement: StatementSync; returnsRows: boolean }

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === 5
}
