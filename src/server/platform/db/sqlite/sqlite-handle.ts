import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import type { CompiledQuery, QueryResult } from 'kysely'

const maxStatements = 500
const longestWaitMs = 2_000
const writing = `
  pragma busy_timeout = ${longestWaitMs}; pragma journal_mode = wal; pragma busy_timeout = 0;
  pragma synchronous = full; pragma foreign_keys = on`

type Prepared = { statement: StatementSync; returnsRows: boolean }

/** One open SQLite file with its prepared statements; busy is said at once, so that nobody blocks the process. */
export class SqliteHandle {
  #database: DatabaseSync
  #statements = new Map<string, Prepared>()

  /** `isReadOnly`: in a process of its own, which may wait for others. */
  constructor(file: string, { isReadOnly = false } = {}) {
    this.#database = new DatabaseSync(file, { timeout: isReadOnly ? longestWaitMs : 0, readOnly: isReadOnly })
    if (!isReadOnly) this.#database.exec(writing)
    // What of the file is mapped and cached is little enough to be full soon: memory stays level while orders come in.
    this.#database.exec('pragma cache_size = -8000; pragma mmap_size = 33554432; pragma temp_store = memory')
  }

  execute<Result>({ sql, parameters }: Pick<CompiledQuery, 'sql' | 'parameters'>): QueryResult<Result> {
    const { statement, returnsRows } = this.#prepare(sql)
    const values = parameters as SQLInputValue[]
    if (returnsRows) return { rows: statement.all(...values) as Result[] }
    const { changes, lastInsertRowid } = statement.run(...values)
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
  }

  iterate<Result>({ sql, parameters }: CompiledQuery): IterableIterator<Result> {
    return this.#database.prepare(sql).iterate(...(parameters as SQLInputValue[])) as IterableIterator<Result>
  }

  get isInTransaction(): boolean {
    return this.#database.isTransaction
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
    // Full-text search leaves row ids behind that no JavaScript number holds.
    if (!prepared.returnsRows) statement.setReadBigInts(true)
    if (this.#statements.size >= maxStatements) this.#statements.clear()
    this.#statements.set(sql, prepared)
    return prepared
  }
}

/** Whether a query surely only reads; everything that might write is treated as writing. */
export function isReading({ query, sql }: CompiledQuery): boolean {
  if (query.kind === 'SelectQueryNode') return true
  return query.kind === 'RawNode' && /^\s*(?:select|pragma \w+\()/i.test(sql)
}
