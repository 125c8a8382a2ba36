import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'pg'
import { CatalogueMark } from './catalogue-mark.ts'

/**
 * A table of the shop. `columns`: those that are stored; `kept`: whether the template has rows of it; `analysed`:
 * whether it has statistics of it.
 */
type Table = { name: string; columns: string; kept: boolean; analysed: boolean }

/** What the server counts: rows written to a table, the last value of a sequence. */
type Counted = { what: 'writes' | 'sequence'; oid: number; value: string | null }

/** Since the last look. `others`: the tables of the catalogue. */
type Changes = { writes: number; tables: Table[]; others: number[]; sequences: number[] }

/** Writing more rows than this makes a new database cheaper. */
const maxWrites = 5_000

/**
 * A database that can be made as it was: by the server's own counts of rows written to each table it knows which ones
 * a test has changed. Only a superuser can, because foreign keys and triggers would hinder others.
 */
export class CleanedDatabase {
  readonly #pool: Pool
  readonly #tables: ReadonlyMap<number, Table>
  readonly #writes = new Map<number, number>()
  readonly #first = new Map<number, string | null>()
  readonly #catalogue: CatalogueMark

  private constructor(pool: Pool, tables: ReadonlyMap<number, Table>, catalogue: CatalogueMark) {
    this.#pool = pool
    this.#tables = tables
    this.#catalogue = catalogue
  }

  /** Undefined where the user of `url` may not do it. */
  static async open(url: string): Promise<CleanedDatabase | undefined> {
    // One connection, because the kept rows are in its temporary tables.
    const pool = new Pool({ connectionString: url, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true })
    pool.on('error', () => {})
    const { rows: users } = await pool.query<{ mayAll: boolean }>(
      'select rolsuper as "mayAll" from pg_roles where rolname = current_user',
    )
    if (!users[0]?.mayAll) {
      await pool.end()
      return undefined
    }
    const { rows } = await pool.query<Table & { oid: number }>(tablesQuery)
    await pool.query(
      rows
        .filter(({ kept }) => kept)
        .map(keep)
        .join(';'),
    )
    await pool.query(
      'set session_replication_role = replica; set track_counts = off; select pg_stat_force_next_flush()',
    )
    const tables = new Map(rows.map(({ oid, ...table }) => [oid, table]))
    const database = new CleanedDatabase(pool, tables, await CatalogueMark.take(pool))
    await database.#changes()
    return database
  }

  /**
   * Takes back every change. Returns false where that is not possible: the schema was changed, or somebody other than
   * these connections still uses the database.
   */
  async clean(connections: number): Promise<boolean> {
    if (!(await this.#isLeftTo(connections + 1))) return false
    const { writes, tables: written, others, sequences } = await this.#changes()
    if (writes > maxWrites || !(await this.#hasSameSchema(others))) return false
    if (written.length > 0) await this.#pool.query(written.map(({ name }) => `delete from "${name}"`).join(';'))
    // So that rows are stored in the order in which they are written, as in a new table.
    if (written.length > 0) await this.#pool.query(`vacuum ${written.map(({ name }) => `"${name}"`).join(',')}`)
    const back = written.filter(({ kept }) => kept).map(putBack)
    const numbers = sequences.map((oid) => takeBackSequence(oid, this.#first.get(oid)))
    const statistics = others.includes(statisticsOid) ? this.#takeBackStatistics() : []
    const all = [...back, ...numbers, ...statistics]
    if (all.length > 0) await this.#pool.query(all.join(';'))
    return true
  }

  /** Whether nobody else is connected, after a moment for connections that were closed and have not ended yet. */
  async #isLeftTo(connections: number): Promise<boolean> {
    for (let turn = 0; turn < 10; turn += 1) {
      const { rows } = await this.#pool.query<{ count: number }>({ name: 'users', text: usersQuery })
      if (rows[0]?.count === connections) return true
      await sleep(5)
    }
    return false
  }

  /** `written`: the tables of the catalogue that were written to. */
  async #hasSameSchema(written: readonly number[]): Promise<boolean> {
    const ofSchema = written.filter((oid) => oid !== statisticsOid)
    if (ofSchema.length === 0) return true
    return ofSchema.every((oid) => this.#catalogue.oids.has(oid)) && this.#catalogue.isSame()
  }

  #takeBackStatistics(): string[] {
    const analysed = [...this.#tables.values()].filter((table) => table.analysed).map(({ name }) => `"${name}"`)
    const forget = `delete from pg_statistic where starelid in (${[...this.#tables.keys()].join(',')})`
    return analysed.length > 0 ? [forget, `analyze ${analysed.join(',')}`] : [forget]
  }

  async close(): Promise<void> {
    await this.#pool.end()
  }

  async #changes(): Promise<Changes> {
    const { rows } = await this.#pool.query<Counted>({ name: 'counts', text: countsQuery })
    const changes: Changes = { writes: 0, tables: [], others: [], sequences: [] }
    for (const { what, oid, value } of rows) {
      if (what === 'sequence') this.#lookAtSequence(changes, oid, value)
      else this.#lookAtTable(changes, oid, Number(value))
    }
    return changes
  }

  #lookAtTable(changes: Changes, oid: number, writes: number): void {
    const before = this.#writes.get(oid) ?? 0
    if (writes === before) return
    this.#writes.set(oid, writes)
    changes.writes += writes - before
    const table = this.#tables.get(oid)
    if (table) changes.tables.push(table)
    else changes.others.push(oid)
  }

  #lookAtSequence(changes: Changes, oid: number, value: string | null): void {
    if (!this.#first.has(oid)) this.#first.set(oid, value)
    else if (this.#first.get(oid) !== value) changes.sequences.push(oid)
  }
}

const keep = ({ name }: Table): string => `create temporary table "kept_${name}" as table "${name}"`

const putBack = ({ name, columns }: Table): string =>
  `insert into "${name}" (${columns}) overriding system value select ${columns} from "kept_${name}"`

/** `first`: its last value in the template, null where it has given none. */
function takeBackSequence(oid: number, first: string | null | undefined): string {
  const value = first ?? 'seqstart'
  return `select setval(${oid}::regclass, ${value}, ${first !== null}) from pg_sequence where seqrelid = ${oid}`
}

const tablesQuery = `
  select c.oid::int as oid, c.relname as name, pg_relation_size(c.oid) > 0 as kept,
    exists (select from pg_statistic where starelid = c.oid) as analysed,
    (select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
      where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns
  from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`

/** PostgreSQL has numbered its own tables for good. */
const statisticsOid = 2619

/** Tables of the catalogue are counted too: they tell that the schema was changed. */
const countsQuery = `
  select 'writes' as what, oid::int as oid, rows::text as value from pg_class,
    lateral (select pg_stat_get_tuples_inserted(oid) + pg_stat_get_tuples_updated(oid)
      + pg_stat_get_tuples_deleted(oid) as rows) as counted
  where relkind = 'r' and not relisshared and relpersistence <> 't' and rows > 0
  union all select 'sequence', seqrelid::int, pg_sequence_last_value(seqrelid)::text from pg_sequence`

const usersQuery = `
  select count(*)::int as count from pg_stat_get_activity(null) a
    join pg_database d on d.oid = a.datid where d.datname = current_database()`
