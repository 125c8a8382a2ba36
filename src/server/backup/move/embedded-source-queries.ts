import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { BackupError } from '../backup-error.ts'
import { copyLine, type CopyValue } from './copy-text.ts'

/** A column of the table in PostgreSQL. */
export type MovedColumn = { name: string; isNumber: boolean }

/**
 * The embedded database of a shop that is moved away. While it is open, no other process can read or write it, so that
 * no order goes to a shop that is left behind.
 */
export class EmbeddedSource implements Disposable {
  readonly #database: DatabaseSync

  private constructor(database: DatabaseSync) {
    this.#database = database
  }

  /** Throws BackupError when there is none, or when another process uses it. */
  static open(file: string): EmbeddedSource {
    if (!existsSync(file)) throw new BackupError(`There is no database ${file} to move.`)
    const database = new DatabaseSync(file, { timeout: 0 })
    try {
      database.exec('pragma locking_mode = exclusive; begin exclusive; rollback; begin')
      return new EmbeddedSource(database)
    } catch (error) {
      database.close()
      if (Reflect.get(Object(error), 'errcode') !== 5) throw error
      throw new BackupError(`${file} is in use: stop the shop, and every command, before it is moved.`)
    }
  }

  /** The migrations that were applied. */
  schema(): string[] {
    return this.#texts("select name from sqlite_schema where name = 'kysely_migration'").length === 0
      ? []
      : this.#texts('select name from kysely_migration order by name')
  }

  tables(): string[] {
    return this.#texts(`select name from pragma_table_list where schema = 'main' and type = 'table'
      and name not like 'sqlite_%' and name not like 'kysely_%' order by name`)
  }

  count(table: string): number {
    return Number(this.#database.prepare(`select count(*) as rows from "${table}"`).get()?.['rows'])
  }

  /** Reads the rows of a table as lines of COPY. Throws BackupError for a value that PostgreSQL cannot store. */
  *lines(table: string, columns: readonly MovedColumn[]): Generator<string> {
    const listed = columns.map(({ name }) => `"${name}"`).join(', ')
    const statement = this.#database.prepare(`select ${listed} from "${table}"`)
    statement.setReadBigInts(true)
    statement.setReturnArrays(true)
    for (const row of statement.iterate()) {
      const values = Object.values(row)
      yield copyLine(columns.map((column, at) => copyValue(values[at], table, column)))
    }
  }

  /** Reads the last number that each counting column gave, by table. */
  counters(): Map<string, number> {
    const rows = this.#database.prepare('select name, seq from sqlite_sequence').all()
    return new Map(rows.map(({ name, seq }) => [String(name), Number(seq)]))
  }

  /** Reads the products that the search finds, with the numbers that decide the order of hits. */
  searchNumbers(): Map<string, number> {
    const rows = this.#database.prepare('select product_id, seq from search_documents order by seq').all()
    return new Map(rows.map((row) => [String(row['product_id']), Number(row['seq'])]))
  }

  [Symbol.dispose](): void {
    this.#database.close()
  }

  #texts(text: string): string[] {
    return this.#database
      .prepare(text)
      .all()
      .map(({ name }) => String(name))
  }
}

function copyValue(value: unknown, table: string, { name, isNumber }: MovedColumn): CopyValue {
  if (value === null) return null
  if (isNumber && typeof value === 'bigint') return value
  if (!isNumber && typeof value === 'string' && !value.includes('\0')) return value
  const what = typeof value === 'string' && !isNumber ? 'a text with the character U+0000' : `a ${typeof value}`
  throw new BackupError(
    `${table}.${name} has ${what}, which PostgreSQL does not store there: ` +
      `${JSON.stringify(String(value).slice(0, 80))}. Correct that row; nothing was moved.`,
  )
}
