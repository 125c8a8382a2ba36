import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { BackupError } from '../backup-error.ts'
import { copyLine, readCopyLine, RowSum } from './copy-text.ts'
import type { MovedColumn } from './embedded-source-queries.ts'

/** A new file of the embedded database that rows are moved into. */
export class EmbeddedTarget implements Disposable {
  readonly #database: DatabaseSync

  /** Opens a file that has the schema; what migrations have written into it is removed. */
  constructor(file: string) {
    this.#database = new DatabaseSync(file)
    this.#database.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma foreign_keys = off')
    for (const table of this.tables()) this.#database.exec(`delete from "${table}"`)
  }

  tables(): string[] {
    return this.#database
      .prepare(
        `select name from pragma_table_list where schema = 'main' and type = 'table'
          and name not like 'sqlite_%' and name not like 'kysely_%' order by name`,
      )
      .all()
      .map(({ name }) => String(name))
  }

  columns(table: string): MovedColumn[] {
    const rows = this.#database.prepare('select name, type from pragma_table_info(?)').all(table)
    return rows.map(({ name, type }) => ({ name: String(name), isNumber: /int/i.test(String(type)) }))
  }

  /** Writes the lines of COPY TO in one transaction; returns their sum. */
  async write(table: string, columns: readonly MovedColumn[], lines: AsyncIterable<Buffer>): Promise<string> {
    const listed = columns.map(({ name }) => `"${name}"`).join(', ')
    const statement = this.#database.prepare(
      `insert into "${table}" (${listed}) values (${columns.map(() => '?').join(', ')})`,
    )
    const sum = new RowSum()
    this.#database.exec('begin')
    for await (const line of lines) {
      sum.add(line)
      statement.run(...valuesOf(line.toString(), columns))
    }
    this.#database.exec('commit')
    return sum.text
  }

  /** Reads the rows of a table and sums them up. */
  sum(table: string, columns: readonly MovedColumn[]): string {
    const listed = columns.map(({ name }) => `"${name}"`).join(', ')
    const statement = this.#database.prepare(`select ${listed} from "${table}"`)
    statement.setReadBigInts(true)
    statement.setReturnArrays(true)
    const sum = new RowSum()
    for (const row of statement.iterate())
      sum.add(copyLine(Object.values(row).map((value) => (typeof value === 'bigint' ? value : textOf(value)))))
    return sum.text
  }

  /** Sets the last number that a table's counting column gave. */
  setCounter(table: string, last: number): void {
    this.#database.prepare('delete from sqlite_sequence where name = ?').run(table)
    if (last > 0) this.#database.prepare('insert into sqlite_sequence (name, seq) values (?, ?)').run(table, last)
  }

  [Symbol.dispose](): void {
    this.#database.close()
  }
}

function valuesOf(line: string, columns: readonly MovedColumn[]): SQLInputValue[] {
  return readCopyLine(line).map((text, at) => (text !== null && columns[at]?.isNumber === true ? BigInt(text) : text))
}

function textOf(value: unknown): string | null {
  if (value === null || typeof value === 'string') return value
  throw new BackupError(`A value was stored as ${typeof value}: that is an error of the program.`)
}
