import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import type { CompiledQuery, QueryResult } from 'kysely'
import type { LogState } from './log-mover.ts'

const maxStatements = 500
const maxWaitMs = 2_000
const writing = `
  pragma busy_timeout = ${maxWaitMs}; pragma journal_mode = wal; pragma busy_timeout = 0;
  pragma synchronous = full; pragma foreign_keys = on`

const journalMode = { sql: 'pragma journal_mode', parameters: [] }

type Prepared = { statement: StatementSync; returnsRows: boolean }

/**
 * An open SQLite file with its prepared statements. Fails at once when the file is locked, so that the process does
 * not block.
 */
export class SqliteHandle {
  #database: DatabaseSync
  #statements = new Map<string, Prepared>()

  /** `isReadOnly` is for a separate process, which may wait for locks. */
  constructor(file: string, { isReadOnly = false } = {}) {
    this.#database = new DatabaseSync(file, { timeout: isReadOnly ? maxWaitMs : 0, readOnly: isReadOnly })
    if (!isReadOnly) this.#database.exec(writing)
    // The cache and mapped memory are small enough to fill up soon, so that memory use stays constant while orders
    // come in.
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

  /** Whether there is a write-ahead log: some file systems cannot have one. */
  get hasLog(): boolean {
    return this.execute<{ journal_mode: string }>(journalMode).rows[0]?.journal_mode === 'wal'
  }

  /** Tells how long the write-ahead log is, which takes some microseconds. */
  logState(): LogState {
    const [state] = this.execute<LogState>({ sql: 'pragma wal_checkpoint(noop)', parameters: [] }).rows
    return state ?? { log: 0, checkpointed: 0 }
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
    // Full-text search returns row ids that exceed JavaScript's safe integers.
    if (!prepared.returnsRows) statement.setReadBigInts(true)
    if (this.#statements.size >= maxStatements) this.#statements.clear()
    this.#statements.set(sql, prepared)
    return prepared
  }
}

/** Tells whether a query certainly only reads; everything else is treated as a write. */
export function isReading({ query, sql }: CompiledQuery): boolean {
  if (query.kind === 'SelectQueryNode') return true
  if (query.kind !== 'RawNode') return false
  return /^\s*(?:select|pragma \w+\()/i.test(sql) || (/^\s*with\b/i.test(sql) && !writeWords.test(sql))
}

/** What a statement that begins with common tables would need in order to write. */
const writeWords = /\b(?:insert|update|delete|replace)\b/i
