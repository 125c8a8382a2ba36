import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { Query, type PoolClient } from 'pg'
import { severalOf } from './batch-queries.ts'

/**
 * As often as this a statement is asked as it is; what comes once, such as an import's long lists, is not worth
 * keeping.
 */
const triesFirst = 3
/** A server keeps each of them for each connection. */
const mostNames = 400
const mostTries = 2_000
const longestText = 4_000

/** `select *`, `returning *`, `"p".*`: what such a statement gives changes with the table. */
const allColumns = /(?:select|returning|,) (?:"\w+"\.)?\*/

/**
 * Chooses the statements that PostgreSQL parses and plans once per connection instead of each time. One that gives all
 * columns of a table is left alone: prepared, it would fail in a process that still runs when a newer one's migration
 * adds a column ("cached plan must not change result type").
 */
export class PreparedStatements {
  readonly #names = new Map<string, string>()
  readonly #tries = new Map<string, number>()

  /** The name to prepare it under; undefined when it is asked as it is. */
  nameOf(text: string, parameters: readonly unknown[]): string | undefined {
    const known = this.#names.get(text)
    if (known !== undefined || parameters.length === 0 || text.length > longestText || this.#names.size >= mostNames)
      return known
    const tries = (this.#tries.get(text) ?? 0) + 1
    if (tries <= triesFirst) {
      if (this.#tries.size >= mostTries) this.#tries.clear()
      this.#tries.set(text, tries)
      return undefined
    }
    const name = allColumns.test(text) ? undefined : `s${this.#names.size + 1}`
    if (name !== undefined) this.#names.set(text, name)
    return name
  }
}

type ConnectionSource = { connect: () => Promise<PoolClient>; end: () => Promise<void> }

/** A pool whose connections prepare what is asked often. */
export function preparing(options: PostgresPool['options'], source: ConnectionSource): PostgresPool {
  const statements = new PreparedStatements()
  return {
    options,
    end: () => source.end(),
    connect: async () => preparingClient(await source.connect(), statements),
  }
}

type Answer = { rows: unknown[] }

/** A query as pg makes it of a plain object; made here, it is not copied and has one promise (decision 0020). */
class Statement extends Query {
  declare name: string | undefined
}

function preparingClient(client: PoolClient, statements: PreparedStatements): PostgresPoolClient {
  function ask(text: string, values: readonly unknown[]): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    const query = new Statement(text, [...values], (error, answer) => (error ? reject(error) : resolve(answer)))
    query.name = statements.nameOf(text, values)
    client.query(query)
    return promise
  }

  async function query(text: string, values: readonly unknown[]): Promise<Answer> {
    gather(client)
    const each = severalOf(text, values)
    return each ? answersOf(each.map(({ sql, parameters }) => ask(sql, parameters))) : ask(text, values)
  }

  // Cursors, which the other signature is for, are not used.
  return { query: query as PostgresPoolClient['query'], release: (error) => client.release(error) }
}

async function answersOf(asked: readonly Promise<Answer>[]): Promise<Answer> {
  return { rows: (await Promise.all(asked)).map(({ rows }) => rows) }
}

/**
 * Whatever is asked before this process turns to something else leaves in one write, which is most of what a small
 * query costs it.
 */
function gather({ connection: { stream } }: PoolClient): void {
  if (stream.writableCorked > 0) return
  stream.cork()
  process.nextTick(() => stream.uncork())
}
