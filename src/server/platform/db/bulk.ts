import { CompiledQuery, sql, type QueryResult, type RawBuilder, type SqlBool } from 'kysely'
import type { DatabaseKind } from './connect.ts'
import { copyRows } from './statements/copied-rows.ts'
import type { Database, NewRow, Row, Tables } from './tables.ts'

/** Rows per statement, largest first: few sizes, so that few statements have to be prepared. */
const chunkSizes = [64, 8, 1] as const
/** Rows in one JSON text, which PostgreSQL holds in memory. */
const maxJsonRows = 2_000
/** Rows for which `copy`, which is planned each time, costs less than an `insert`. */
const minCopied = 8

/**
 * Inserts many rows with the same columns. Builds the SQL text here, because the query builder spends more time per
 * value than the database does. On SQLite several rows as parameters are three times faster than one JSON value; on
 * PostgreSQL one statement for all rows saves round trips, and `copy`, which knows no conflicts, reads them fastest.
 * `conflict` follows the values, such as `on conflict do nothing`. In a transaction of PostgreSQL all statements have
 * been asked for when this returns its promise, so that what the caller asks for next comes after them.
 */
export async function insertRows<Table extends keyof Tables & string>(
  db: Database,
  kind: DatabaseKind,
  table: Table,
  rows: readonly NewRow<Table>[],
  conflict = '',
): Promise<void> {
  await insertAll(db, kind, table, rows, conflict)
}

/** Like `insertRows`, for a `conflict` that ends with `returning …`; @returns these rows. */
export async function insertReturning<Table extends keyof Tables & string>(
  db: Database,
  kind: DatabaseKind,
  table: Table,
  rows: readonly NewRow<Table>[],
  conflict: string,
): Promise<Row<Table>[]> {
  const answers = await insertAll(db, kind, table, rows, conflict)
  return answers.flatMap((answer) => answer.rows as Row<Table>[])
}

type Answers = QueryResult<unknown>[]

async function insertAll<Table extends keyof Tables & string>(
  db: Database,
  kind: DatabaseKind,
  table: Table,
  rows: readonly NewRow<Table>[],
  conflict: string,
): Promise<Answers> {
  const [first] = rows
  if (!first) return []
  const columns = Object.keys(first) as (keyof NewRow<Table> & string)[]
  if (kind === 'sqlite') return insertChunks(db, kind, rows, { table, columns, conflict })
  const asked: Promise<Answers>[] = []
  for (const some of slices(rows, maxJsonRows)) {
    const into = { table, columns, conflict }
    const query = some.length > 1 ? queryFor(some, into) : undefined
    asked.push(query ? db.executeQuery(query).then((answer) => [answer]) : insertChunks(db, kind, some, into))
    if (!db.isTransaction) await asked.at(-1)
  }
  return (await Promise.all(asked)).flat()
}

/** One statement of PostgreSQL for all rows; undefined where they have values that it would read otherwise. */
function queryFor(rows: readonly object[], into: Into): CompiledQuery | undefined {
  if (rows.length >= minCopied && into.conflict === '') return copyRows(into.table, into.columns, rows)
  const json = jsonOf(rows)
  return json === undefined ? undefined : CompiledQuery.raw(insertJsonText(into), [json])
}

type Into<Column extends string = string> = { table: string; columns: readonly Column[]; conflict: string }

async function insertChunks<Item extends object>(
  db: Database,
  kind: DatabaseKind,
  rows: readonly Item[],
  { table, columns, conflict }: Into<keyof Item & string>,
): Promise<Answers> {
  let start = 0
  const asked: Promise<QueryResult<unknown>>[] = []
  const isAhead = kind === 'postgres' && db.isTransaction
  for (const size of chunkSizes) {
    const text = rows.length - start < size ? '' : insertText(kind, table, columns, size, conflict)
    for (; rows.length - start >= size; start += size) {
      const inserted = db.executeQuery(CompiledQuery.raw(text, parametersOf(rows, columns, start, size)))
      asked.push(inserted)
      if (!isAhead) await inserted
    }
  }
  return Promise.all(asked)
}

/** Neither text nor a number, nor null. */
function isOther(value: unknown): boolean {
  return typeof value === 'number' ? !Number.isFinite(value) : typeof value === 'object' && value !== null
}

/**
 * Rows as one JSON text; undefined where they have what JSON or PostgreSQL's reading of it would change: bytes, numbers
 * that are none, halves of surrogate pairs, and the character 0.
 */
function jsonOf(rows: readonly object[]): string | undefined {
  if (rows.some((row) => Object.values(row).some(isOther))) return undefined
  const json = JSON.stringify(rows)
  return /\\u(?:0000|d)/.test(json) ? undefined : json
}

/** One statement for any number of rows: each costs a round trip, and an import has hundreds of them in a second. */
function insertJsonText({ table, columns, conflict }: Into): string {
  const list = columns.join(', ')
  const rows = `json_populate_recordset(null::${table}, $1::json)`
  return `insert into ${table} (${list}) select ${list} from ${rows} ${conflict}`
}

/** Flattens the rows to parameters. A plain loop, because it runs for every value that an import writes. */
function parametersOf<Item>(
  rows: readonly Item[],
  columns: readonly (keyof Item)[],
  start: number,
  size: number,
): unknown[] {
  const parameters: unknown[] = []
  for (let at = start; at < start + size; at += 1) {
    for (const column of columns) parameters.push(rows[at]?.[column])
  }
  return parameters
}

function insertText(
  kind: DatabaseKind,
  table: string,
  columns: readonly string[],
  size: number,
  conflict: string,
): string {
  const row = (at: number) =>
    columns.map((_, column) => (kind === 'sqlite' ? '?' : `$${at * columns.length + column + 1}`)).join(', ')
  const values = Array.from({ length: size }, (_, at) => `(${row(at)})`).join(', ')
  // A failing row ends the transaction anyway; without "or fail" SQLite copies every page it changes, to be able to
  // undo only the statement.
  const verb = kind === 'sqlite' ? 'insert or fail into' : 'insert into'
  return `${verb} ${table} (${columns.join(', ')}) values ${values} ${conflict}`
}

/** Splits items into groups of at most this size, for statements of limited length. */
export function slices<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size))
}

/** Builds a subquery of texts with one parameter, for `where column in …` with any number of texts. */
export function textList(kind: DatabaseKind, texts: readonly string[]): RawBuilder<string> {
  return textsInJson(kind, JSON.stringify(texts))
}

/** Like `textList`, for a JSON array as text, for a query that is compiled once. */
export function textsInJson(kind: DatabaseKind, json: string): RawBuilder<string> {
  return kind === 'sqlite'
    ? sql<string>`(select value from json_each(${json}))`
    : sql<string>`(select jsonb_array_elements_text(${json}::jsonb))`
}

/**
 * Builds the condition that a column is one of these texts, for one with an index in a table of many rows. PostgreSQL
 * looks an array up in the order of the index, in half the time or less that it takes for the rows of a subquery. Of a
 * table that it reads as a whole it would compare each row with each text.
 */
export function isOneOf(kind: DatabaseKind, column: string, texts: readonly string[]): RawBuilder<SqlBool> {
  const listed = textList(kind, texts)
  return kind === 'sqlite' ? sql`${sql.ref(column)} in ${listed}` : sql`${sql.ref(column)} = any(array${listed})`
}

/**
 * Builds a subquery of rows of texts with one parameter; the column `value` holds a row: `value ->> 0` is its first
 * text.
 */
export function textRows(kind: DatabaseKind, rows: readonly (readonly (string | null)[])[]): RawBuilder<unknown> {
  const json = JSON.stringify(rows)
  return kind === 'sqlite'
    ? sql`(select value from json_each(${json}))`
    : sql`(select value from jsonb_array_elements(${json}::jsonb))`
}

/** Frames of the log that a command moves into the database file at a time, a page of 4 kB each. */
const movedAtOnce = 4_000

/**
 * Configures the connection for a command that writes much, at the cost of memory: a larger cache for index pages. It
 * moves its writes into the database file itself, some megabytes at a time, so that no order of the running shop has
 * to; a connection that was opened for this (`isBulk`) has a thread that does so. Each transaction is synced to disk,
 * as usual: what is not would be synced by the next order, in the process that serves.
 */
export async function prepareForBulk(db: Database, kind: DatabaseKind): Promise<void> {
  if (kind !== 'sqlite') return
  const { rows } = await sql<{ wal_autocheckpoint: number }>`pragma wal_autocheckpoint`.execute(db)
  const moved = Math.max(movedAtOnce, rows[0]?.wal_autocheckpoint ?? 0)
  for (const pragma of ['cache_size = -48000', 'mmap_size = 0', `wal_autocheckpoint = ${moved}`]) {
    await sql`pragma ${sql.raw(pragma)}`.execute(db)
  }
}

/** Moves all writes from the write-ahead log into the database file, synced to disk. */
export async function checkpointBulk(db: Database, kind: DatabaseKind): Promise<void> {
  if (kind === 'sqlite') await sql`pragma wal_checkpoint(passive)`.execute(db)
}
