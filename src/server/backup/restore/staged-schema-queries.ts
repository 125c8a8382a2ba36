import { Client, escapeIdentifier as quoted } from 'pg'
import { connect } from '../../platform/db/connect.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { BackupError } from '../backup-error.ts'

/** For building indexes while a shop is put together: those over lists of words take a third of the time with it. */
const indexMemory = '256MB'

/**
 * A schema of PostgreSQL in which a shop is put together, beside the one that is in use: `takePlace` makes it the
 * shop's own at once, and nothing of the shop changes until then.
 */
export class StagedSchema {
  readonly client: Client
  readonly #url: string
  readonly #name: string
  #later: string[] = []

  private constructor(client: Client, url: string, name: string) {
    this.client = client
    this.#url = url
    this.#name = name
  }

  /** Connects; throws BackupError while others use the database, unless there is nothing of a shop in it. */
  static async open(url: string, name: string): Promise<StagedSchema> {
    const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
    client.on('error', () => {}) // The statement that runs reports it.
    await client.connect()
    await client.query('set statement_timeout = 0')
    await client.query(`set maintenance_work_mem = '${indexMemory}'`)
    return new StagedSchema(client, url, name)
  }

  /** Makes the schema, emptied of what an earlier attempt left, with the tables of these migrations. */
  async begin(migrations: readonly string[]): Promise<void> {
    await this.drop()
    await this.client.query(`create schema ${quoted(this.#name)}`)
    await this.migrate(migrations)
  }

  /** Migrates the tables of the schema; to the newest ones unless `only` says which. */
  async migrate(only?: readonly string[]): Promise<void> {
    const open = connect({ postgresUrl: this.#url, poolSize: 1, schema: this.#name })
    try {
      await migrate(open, { tableSchema: this.#name, ...(only && { only }) })
    } finally {
      await open.db.destroy()
    }
  }

  async exists(): Promise<boolean> {
    const { rows } = await this.client.query('select 1 from pg_namespace where nspname = $1', [this.#name])
    return rows.length > 0
  }

  /** Uses the schema from here on with this connection. */
  async use(): Promise<void> {
    await this.client.query(`set search_path = ${quoted(this.#name)}`)
  }

  /**
   * Empties the tables and takes their indexes and references away, so that rows can be written fast and in any order.
   */
  async prepare(): Promise<string[]> {
    await this.use()
    const tables = await this.tables()
    await this.client.query(`truncate ${tables.map(quoted).join(', ')}`)
    const references = await this.#texts(`select format('alter table %s add constraint %I %s', conrelid::regclass,
      conname, pg_get_constraintdef(oid)) as text, format('alter table %s drop constraint %I', conrelid::regclass,
      conname) as away from pg_constraint where connamespace = current_schema()::regnamespace and contype = 'f'`)
    const indexes = await this.#texts(`select pg_get_indexdef(i.indexrelid) as text,
      format('drop index %s', i.indexrelid::regclass) as away
      from pg_index i join pg_class c on c.oid = i.indexrelid
      where c.relnamespace = current_schema()::regnamespace and c.relname not like 'kysely\\_%'
        and not exists (select 1 from pg_constraint where conindid = i.indexrelid)`)
    for (const { away } of [...references, ...indexes]) await this.client.query(away)
    this.#later = [...indexes, ...references].map(({ text }) => text)
    return tables
  }

  /** The statements that make again what `prepare` took away: indexes, then references. */
  get later(): readonly string[] {
    return this.#later
  }

  /** Makes the indexes and references again, which checks them, and updates the statistics. */
  async finish(): Promise<void> {
    for (const text of this.#later) await this.client.query(text)
    await this.analyze()
  }

  /** Updates the statistics of these tables, or of all. */
  async analyze(tables?: readonly string[]): Promise<void> {
    await this.client.query(`analyze ${(tables ?? (await this.tables())).map(quoted).join(', ')}`)
  }

  /** Sets counting columns, so that none gives a number twice. */
  async setCounters(counters: readonly { table: string; column: string; last: number }[]): Promise<void> {
    for (const { table, column, last } of counters)
      await this.client.query(
        'select setval(pg_get_serial_sequence(quote_ident($1), $2), greatest($3::bigint, 1), $3 > 0)',
        [table, column, last],
      )
  }

  async count(table: string): Promise<number> {
    const { rows } = await this.client.query<{ rows: string }>(`select count(*) as rows from ${quoted(table)}`)
    return Number(rows[0]?.rows)
  }

  async tables(): Promise<string[]> {
    const { rows } = await this.client.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = $1::regnamespace and relkind in ('r', 'p')
        and relname not like 'kysely\\_%' order by relname`,
      [quoted(this.#name)],
    )
    return rows.map(({ name }) => name)
  }

  /**
   * Puts the tables in place of those of the shop in one transaction; these are moved into the schema `kept`. Returns
   * whether there were any.
   */
  async takePlace(kept: string): Promise<boolean> {
    await this.client.query('reset search_path')
    await this.client.query('begin')
    try {
      const { rows } = await this.client.query<{ name: string }>('select current_schema() as name')
      const own = rows[0]?.name
      if (own === undefined) throw new BackupError('This user of PostgreSQL has no schema to put tables into.')
      const old = await this.#moves(own, kept)
      if (old.length > 0) await this.client.query(`create schema ${quoted(kept)}`)
      for (const move of [...old, ...(await this.#moves(this.#name, own))]) await this.client.query(move)
      await this.client.query(`drop schema ${quoted(this.#name)}`)
      await this.client.query('commit')
      return old.length > 0
    } catch (error) {
      await this.client.query('rollback').catch(() => {}) // A broken connection has rolled back already.
      throw error
    }
  }

  async drop(): Promise<void> {
    await this.client.query(`drop schema if exists ${quoted(this.#name)} cascade`)
  }

  close(): Promise<void> {
    return this.client.end()
  }

  /** The statements that move everything of one schema, but what belongs to an extension, into another. */
  async #moves(from: string, to: string): Promise<string[]> {
    const rows = await this.#texts(
      `select format('alter table %I.%I set schema %I', $1::text, relname, $2::text) as text, '' as away from pg_class c
        where relnamespace = $3::regnamespace and relkind in ('r', 'p')
        and not exists (select 1 from pg_depend
          where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')
      union all
      select format('alter function %s set schema %I', p.oid::regprocedure, $2::text), '' from pg_proc p
        where pronamespace = $3::regnamespace
        and not exists (select 1 from pg_depend
          where classid = 'pg_proc'::regclass and objid = p.oid and deptype = 'e')`,
      [from, to, quoted(from)],
    )
    return rows.map(({ text }) => text)
  }

  async #texts(text: string, values: unknown[] = []): Promise<{ text: string; away: string }[]> {
    return (await this.client.query<{ text: string; away: string }>(text, values)).rows
  }
}
