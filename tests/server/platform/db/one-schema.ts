import {
  Kysely,
  PostgresDialect,
  PostgresIntrospector,
  sql,
  type DatabaseMetadataOptions,
  type PostgresPool,
  type TableMetadata,
} from 'kysely'
import type { Database, Tables } from '../../../../src/server/platform/db/tables.ts'

type Column = { table: string; name: string; type: string; isView: boolean; isNullable: boolean; hasDefault: boolean }

/**
 * Reads what columns one schema has. Kysely's own question about all schemas takes PostgreSQL 0.1 s of processor time
 * for 90 tables, and a migrator asks it twice.
 */
class OneSchema extends PostgresIntrospector {
  readonly #db: Kysely<unknown>
  readonly #schema: string

  constructor(db: Kysely<unknown>, schema: string) {
    super(db)
    this.#db = db
    this.#schema = schema
  }

  override async getTables({ withInternalKyselyTables = false }: Partial<DatabaseMetadataOptions> = {}) {
    const { rows } = await sql<Column>`
      select c.relname as table, a.attname as name, t.typname as type, c.relkind = 'v' as "isView",
        not a.attnotnull as "isNullable", a.atthasdef or a.attidentity <> '' as "hasDefault"
      from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_type t on t.oid = a.atttypid
      where c.relnamespace = (select oid from pg_namespace where nspname = ${this.#schema})
        and c.relkind in ('r', 'v', 'p') and a.attnum > 0 and not a.attisdropped
      order by c.relname, a.attnum`.execute(this.#db)
    const wanted = rows.filter(({ table }) => withInternalKyselyTables || !table.startsWith('kysely_migration'))
    return [...Map.groupBy(wanted, ({ table }) => table)].map(([name, columns]) => this.#table(name, columns))
  }

  #table(name: string, columns: readonly Column[]): TableMetadata {
    return {
      name,
      schema: this.#schema,
      isView: columns.some(({ isView }) => isView),
      isForeign: false,
      columns: columns.map((column) => ({
        name: column.name,
        dataType: column.type,
        isNullable: column.isNullable,
        hasDefaultValue: column.hasDefault,
        isAutoIncrementing: false,
      })),
    }
  }
}

/** Kysely on PostgreSQL that knows the tables of one schema only. */
export function inOneSchema(pool: PostgresPool, schema: string): Database {
  const dialect = new PostgresDialect({ pool })
  dialect.createIntrospector = (db) => new OneSchema(db, schema)
  return new Kysely<Tables>({ dialect })
}
