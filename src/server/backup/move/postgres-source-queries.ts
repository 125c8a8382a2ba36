import { Client, escapeIdentifier as quoted } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { countersOf } from '../snapshot/postgres-snapshot-queries.ts'
import { linesOf } from './copy-text.ts'
import type { MovedColumn } from './embedded-source-queries.ts'

/** The database of PostgreSQL that a shop is moved away from. Until it is closed, nobody else can write into it. */
export class PostgresSource {
  readonly #client: Client

  private constructor(client: Client) {
    this.#client = client
  }

  /** Locks all tables, then reads them as they are at one moment. */
  static async open(url: string): Promise<PostgresSource> {
    const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
    client.on('error', () => {}) // The statement that runs reports it.
    await client.connect()
    try {
      await client.query('set statement_timeout = 0')
      await client.query('set idle_in_transaction_session_timeout = 0')
      const { rows } = await client.query<{ name: string }>(
        `select relname as name from pg_class
          where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')`,
      )
      await client.query('begin isolation level repeatable read')
      if (rows.length > 0)
        await client.query(`lock table ${rows.map(({ name }) => quoted(name)).join(', ')} in share mode nowait`)
      return new PostgresSource(client)
    } catch (error) {
      await client.end()
      throw error
    }
  }

  /** The migrations that were applied. */
  async schema(): Promise<string[]> {
    const { rows } = await this.#client.query<{ found: string | null }>(
      "select to_regclass('kysely_migration') as found",
    )
    if (!rows[0]?.found) return []
    const applied = await this.#client.query<{ name: string }>('select name from kysely_migration order by name')
    return applied.rows.map(({ name }) => name)
  }

  async count(table: string): Promise<number> {
    const { rows } = await this.#client.query<{ rows: string }>(`select count(*) as rows from ${quoted(table)}`)
    return Number(rows[0]?.rows)
  }

  /** Reads the rows of a table as lines of COPY. */
  lines(table: string, columns: readonly MovedColumn[]): AsyncGenerator<Buffer> {
    const listed = columns.map(({ name }) => quoted(name)).join(', ')
    return linesOf(this.#client.query(copyTo(`copy ${quoted(table)} (${listed}) to stdout`)))
  }

  async counters(): Promise<{ table: string; last: number }[]> {
    return countersOf(this.#client)
  }

  /** Reads the products that the search finds, with the numbers that decide the order of hits. */
  async searchNumbers(): Promise<Map<string, number>> {
    const { rows } = await this.#client.query<{ id: string; seq: string }>(
      'select product_id as id, seq from search_documents order by seq',
    )
    return new Map(rows.map(({ id, seq }) => [id, Number(seq)]))
  }

  close(): Promise<void> {
    return this.#client.end()
  }
}
