import type { Pool } from 'pg'

/** What a temporary table writes, of which nothing is left when it is gone. */
const withTemporaryTables = [
  'pg_attrdef',
  'pg_attribute',
  'pg_class',
  'pg_constraint',
  'pg_depend',
  'pg_index',
  'pg_type',
]
const schemas = 'pg_namespace'

/** The rows of the catalogue, and the transaction before which all of them were written. */
type Mark = { rows: string; transaction: string }

/**
 * The catalogue as it was at one time. A probe of the disk makes a temporary table, which PostgreSQL counts as writes
 * to its catalogue; the schema is the same afterwards. Needs the rights of a superuser.
 */
export class CatalogueMark {
  readonly #pool: Pool
  readonly #mark: Mark
  /** The tables of the catalogue of which `isSame` tells whether they were changed. */
  readonly oids: ReadonlySet<number>

  private constructor(pool: Pool, mark: Mark, oids: ReadonlySet<number>) {
    this.#pool = pool
    this.#mark = mark
    this.oids = oids
  }

  static async take(pool: Pool): Promise<CatalogueMark> {
    const { rows } = await pool.query<Mark>(markQuery)
    const [mark] = rows
    if (mark === undefined) throw new Error('PostgreSQL gave no answer.')
    const known = await pool.query<{ oid: number }>(
      'select to_regclass(name)::oid::int as oid from unnest($1::text[]) name',
      [[...withTemporaryTables, schemas]],
    )
    return new CatalogueMark(pool, mark, new Set(known.rows.map(({ oid }) => oid)))
  }

  /** Tells whether nothing was added to the catalogue, changed or removed, but for schemas of temporary tables. */
  async isSame(): Promise<boolean> {
    const { rows } = await this.#pool.query<{ rows: string; newer: boolean }>(changesQuery, [this.#mark.transaction])
    return rows[0]?.rows === this.#mark.rows && !rows[0].newer
  }
}

const looked = [
  ...withTemporaryTables.map((name) => `select xmin from ${name}`),
  String.raw`select xmin from ${schemas} where nspname !~ '^pg_(toast_)?temp_'`,
].join(' union all ')

const markQuery = `
  with now as materialized (select pg_current_xact_id()::text as id)
  select now.id as transaction, (select count(*) from (${looked}) as each)::text as rows from now`

/** A transaction is newer than the mark's where fewer have begun since. */
const changesQuery = `
  with now as materialized (select pg_current_xact_id()::text::bigint as id)
  select count(*)::text as rows, coalesce(bool_or(age(xmin) < (select id from now) - $1::bigint), false) as newer
  from (${looked}) as each`
