import { sql, type CreateTableBuilder, type Kysely } from 'kysely'
import type { DatabaseKind } from '../connect.ts'

/** Column lists as `name: type` text: `?` makes a column nullable; types are text, int and money. */
type ColumnType = 'text' | 'text?' | 'int' | 'int?' | 'flag' | 'money' | 'money?'

const sqlTypes = { text: 'text', int: 'integer', flag: 'integer', money: 'bigint' } as const

/** Builds a table with these columns. There are no default values, so every writer sets every column. */
export function table<Name extends string, Columns extends Record<string, ColumnType>>(
  db: Kysely<unknown>,
  name: Name,
  columns: Columns,
): CreateTableBuilder<Name, Extract<keyof Columns, string>> {
  let builder = db.schema.createTable(name) as CreateTableBuilder<Name, string>
  for (const [column, type] of Object.entries(columns)) {
    const base = type.replace('?', '') as keyof typeof sqlTypes
    builder = builder.addColumn(column, sqlTypes[base], (define) => (type.endsWith('?') ? define : define.notNull()))
  }
  return builder as CreateTableBuilder<Name, Extract<keyof Columns, string>>
}

/** Returns an auto-increment column in each database's syntax. */
export function counter(kind: DatabaseKind) {
  return kind === 'sqlite'
    ? sql`integer primary key autoincrement`
    : sql`bigint generated always as identity primary key`
}

export async function index(db: Kysely<unknown>, name: string, on: string, columns: string[]): Promise<void> {
  await db.schema.createIndex(name).on(on).columns(columns).execute()
}

export function check(condition: string) {
  return sql<boolean>`${sql.raw(condition)}`
}

/** Ends a table that is only read by its primary key: SQLite then stores one tree instead of rows plus an index. */
export function orderedByKey(kind: DatabaseKind) {
  return kind === 'sqlite' ? sql`without rowid` : sql``
}
