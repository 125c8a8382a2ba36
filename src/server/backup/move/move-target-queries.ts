import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import { escapeIdentifier as quoted } from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { BackupError } from '../backup-error.ts'
import type { StagedSchema } from '../restore/staged-schema-queries.ts'
import { linesOf, RowSum } from './copy-text.ts'
import type { MovedColumn } from './embedded-source-queries.ts'

/** Where a move keeps what it has done, so that one that was killed goes on. */
const notes = 'shop_moving_notes'
const pieceLength = 256 * 1024
/** Columns of PostgreSQL that are computed for the search. */
const computed = 'tsvector'

/** The tables in PostgreSQL to which a shop is moved: a schema beside that of the shop, and notes of what is done. */
export class MoveTarget {
  readonly schema: StagedSchema

  constructor(schema: StagedSchema) {
    this.schema = schema
  }

  /** Makes empty tables of these migrations, unless an earlier move of the same schema was ended and can go on. */
  async begin(migrations: readonly string[], { isAnew = false } = {}): Promise<{ isGoingOn: boolean }> {
    const { client } = this.schema
    if (!isAnew && (await this.#canGoOn(migrations))) {
      await this.schema.use()
      return { isGoingOn: true }
    }
    await client.query(`drop schema if exists ${notes} cascade`)
    await this.schema.begin(migrations)
    await this.schema.prepare()
    await client.query('begin')
    await client.query(`create schema ${notes}`)
    await client.query(`create table ${notes}.moved (name text primary key, sum text not null)`)
    await client.query(`create table ${notes}.later (at integer primary key, statement text not null)`)
    await client.query(`create table ${notes}.migrations as select unnest($1::text[]) as name`, [migrations])
    await client.query(
      `insert into ${notes}.later select at, statement from unnest($1::text[]) with ordinality as row (statement, at)`,
      [this.schema.later],
    )
    await client.query('commit')
    return { isGoingOn: false }
  }

  async #canGoOn(migrations: readonly string[]): Promise<boolean> {
    if (!(await this.schema.exists())) return false
    const { client } = this.schema
    const { rows } = await client.query('select 1 from pg_namespace where nspname = $1', [notes])
    if (rows.length === 0) return false
    const { rows: noted } = await client.query<{ name: string }>(`select name from ${notes}.migrations order by name`)
    return noted.map(({ name }) => name).join() === migrations.join()
  }

  /** Reads the columns of each table that rows are moved into. */
  async columns(): Promise<Map<string, MovedColumn[]>> {
    const { rows } = await this.schema.client.query<{ table: string; name: string; type: string }>(
      `select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type
        from pg_class c join pg_attribute a on a.attrelid = c.oid
        where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
          and c.relname not like 'kysely\\_%' and a.attnum > 0 and not a.attisdropped order by c.relname, a.attnum`,
    )
    const tables = new Map<string, MovedColumn[]>()
    for (const { table, name, type } of rows.filter((each) => each.type !== computed))
      tables.set(table, [...(tables.get(table) ?? []), { name, isNumber: type !== 'text' }])
    return tables
  }

  /** Reads the sums of the tables that are moved already. */
  async moved(): Promise<Map<string, string>> {
    const { rows } = await this.schema.client.query<{ name: string; sum: string }>(
      `select name, sum from ${notes}.moved`,
    )
    return new Map(rows.map(({ name, sum }) => [name, sum]))
  }

  /** Writes all rows of an empty table in one transaction, and notes their sum, which it returns. */
  async write(table: string, columns: readonly MovedColumn[], lines: Iterable<string>): Promise<string> {
    const { client } = this.schema
    await client.query('begin')
    try {
      const sum = await this.#copy(table, columns, lines)
      await client.query(`insert into ${notes}.moved values ($1, $2)`, [table, sum])
      await client.query('commit')
      return sum
    } catch (error) {
      await client.query('rollback').catch(() => {})
      throw explainedCopyError(error, table)
    }
  }

  async #copy(table: string, columns: readonly MovedColumn[], lines: Iterable<string>): Promise<string> {
    const sum = new RowSum()
    const stream = this.schema.client.query(copyFrom(`copy ${quoted(table)} (${columnList(columns)}) from stdin`))
    const ended = finished(stream)
    ended.catch(() => {}) // Awaited below.
    try {
      let piece = ''
      for (const line of lines) {
        sum.add(line)
        piece += `${line}\n`
        if (piece.length < pieceLength) continue
        if (!stream.write(piece)) await Promise.race([once(stream, 'drain'), ended])
        piece = ''
      }
      stream.end(piece)
    } catch (error) {
      stream.destroy()
      throw error
    }
    await ended
    return sum.text
  }

  /** Reads the rows of a table and sums them up. */
  async sum(table: string, columns: readonly MovedColumn[]): Promise<string> {
    const sum = new RowSum()
    const rows = this.schema.client.query(copyTo(`copy ${quoted(table)} (${columnList(columns)}) to stdout`))
    for await (const line of linesOf(rows)) sum.add(line)
    return sum.text
  }

  /** The statements that are still to be carried out: indexes and references, those of the search documents last. */
  async later(): Promise<{ at: number; statement: string; isOfSearch: boolean }[]> {
    const { rows } = await this.schema.client.query<{ at: number; statement: string }>(
      `select at, statement from ${notes}.later order by at`,
    )
    return rows.map((row) => ({ ...row, isOfSearch: / ON (?:\S+\.)?search_documents /i.test(row.statement) }))
  }

  async carryOut({ at, statement }: { at: number; statement: string }): Promise<void> {
    const { client } = this.schema
    await client.query('begin')
    await client.query(statement)
    await client.query(`delete from ${notes}.later where at = $1`, [at])
    await client.query('commit')
  }

  /** Sets the counting columns to the last numbers that they gave. */
  async setCounters(last: ReadonlyMap<string, number>): Promise<void> {
    const { rows } = await this.schema.client.query<{ table: string; column: string }>(
      `select c.relname as table, a.attname as column from pg_class c join pg_attribute a on a.attrelid = c.oid
        where c.relnamespace = current_schema()::regnamespace and a.attidentity <> '' order by 1`,
    )
    await this.schema.setCounters(rows.map((row) => ({ ...row, last: last.get(row.table) ?? 0 })))
  }

  /** Reads which products have a search document already. */
  async indexed(): Promise<Set<string>> {
    const { rows } = await this.schema.client.query<{ id: string }>('select product_id as id from search_documents')
    return new Set(rows.map(({ id }) => id))
  }

  async forgetNotes(): Promise<void> {
    await this.schema.client.query(`drop schema if exists ${notes} cascade`)
  }
}

/** Names the table, and where PostgreSQL says so the row and the column, of a value that it refuses. */
function explainedCopyError(error: unknown, table: string): unknown {
  const where: unknown = Reflect.get(Object(error), 'where')
  if (!(error instanceof Error) || typeof where !== 'string') return error
  return new BackupError(`${table} cannot be moved: ${error.message} (${where.split('\n')[0]}).`, { cause: error })
}

function columnList(columns: readonly MovedColumn[]): string {
  return columns.map(({ name }) => quoted(name)).join(', ')
}
