import { sql, type PostgresPool, type PostgresPoolClient } from 'kysely'
import { Query, type PoolClient } from 'pg'
import { publishDiagnostic, timed } from '../../diagnostics.ts'
import { severalOf } from '../batch-queries.ts'
import { storageFault } from '../faults/storage-fault.ts'
import { copiedOf, CopyStatement } from './copied-rows.ts'

/**
 * A statement is prepared after this many uses; statements used once, such as an import's long lists, are not worth
 * it.
 */
const triesFirst = 3
/** The server keeps every prepared statement on every connection. */
const maxNames = 400
const maxTries = 2_000
const maxTextLength = 4_000

const eachTime = '/* planned each time */'
/**
 * Marks a statement that is planned for its values each time. A prepared one is planned for any values: where two words
 * are in the names of very many people, PostgreSQL would look at everybody.
 */
export const plannedEachTime = sql.raw(eachTime)

/** Matches `select *`, `returning *`, `"p".*`: the columns of such a statement change with the table. */
const allColumns = /(?:select|returning|,) (?:"\w+"\.)?\*/

/**
 * Chooses the statements that PostgreSQL parses and plans once per connection instead of each time. Skips those marked
 * with `plannedEachTime`, and those that return all columns of a table: in a process that still runs while a migration
 * of a newer one adds a column, they would fail ("cached plan must not change result type").
 */
export class PreparedStatements {
  readonly #names = new Map<string, string>()
  readonly #tries = new Map<string, number>()

  /** Returns the name to prepare the statement under; undefined to run it unprepared. */
  nameOf(text: string, parameters: readonly unknown[]): string | undefined {
    const known = this.#names.get(text)
    if (known !== undefined || parameters.length === 0 || text.length > maxTextLength || this.#names.size >= maxNames)
      return known
    const tries = (this.#tries.get(text) ?? 0) + 1
    if (tries <= triesFirst) {
      if (this.#tries.size >= maxTries) this.#tries.clear()
      this.#tries.set(text, tries)
      return undefined
    }
    const name = allColumns.test(text) || text.includes(eachTime) ? undefined : `s${this.#names.size + 1}`
    if (name !== undefined) this.#names.set(text, name)
    return name
  }
}

type ConnectionSource = { connect: () => Promise<PoolClient>; end: () => Promise<void> }

/** Wraps a pool so that its connections prepare frequent statements. */
export function preparing(options: PostgresPool['options'], source: ConnectionSource): PostgresPool {
  const statements = new PreparedStatements()
  return {
    options,
    end: () => source.end(),
    connect: async () => preparingClient(await source.connect(), statements),
  }
}

/** A statement that only reads; others are transactions and writes. */
const reading = /^\s*(?:select|with)\b/i

type Answer = { rows: unknown[] }

/** A query like those pg creates from plain objects; creating it here saves a copy and a promise (decision 0020). */
class Statement extends Query {
  declare name: string | undefined
}

function preparingClient(client: PoolClient, statements: PreparedStatements): PostgresPoolClient {
  const reasonOf = firstReason()
  function ask(text: string, values: readonly unknown[]): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    const answered = (error: Error | undefined, answer: Answer): void =>
      error ? reject(reasonOf(error)) : resolve(answer)
    const rows = copiedOf(values)
    if (rows === undefined) {
      const query = new Statement(text, [...values], answered)
      query.name = statements.nameOf(text, values)
      client.query(query)
    } else client.query(new CopyStatement(text, rows, answered))
    return timed(
      () => !reading.test(text),
      () => promise,
    )
  }

  async function query(text: string, values: readonly unknown[]): Promise<Answer> {
    gather(client)
    const each = severalOf(text, values)
    return each ? answersOf(each.map(({ sql, parameters }) => ask(sql, parameters))) : ask(text, values)
  }

  // Kysely's other signature is for cursors, which are not used.
  return { query: query as PostgresPoolClient['query'], release: (error) => client.release(error) }
}

/** PostgreSQL refuses every statement of a transaction in which one has failed. */
const failedBefore = '25P02'

/**
 * Replaces the error of a statement that was refused because an earlier one of the transaction had failed by the error
 * of that one: of statements that run together, the caller may get the error of any. Serves one use of a connection.
 */
function firstReason(): (error: Error) => Error {
  let first: Error | undefined
  return (error) => {
    if (first !== undefined && Reflect.get(error, 'code') === failedBefore) return first
    first = error
    const fault = storageFault(error)
    if (fault !== undefined) publishDiagnostic('write_refused', { fault })
    return error
  }
}

async function answersOf(asked: readonly Promise<Answer>[]): Promise<Answer> {
  return { rows: (await Promise.all(asked)).map(({ rows }) => rows) }
}

/** Collects all queries of this event-loop turn into one write, because the write is most of a small query's cost. */
function gather({ connection: { stream } }: PoolClient): void {
  if (stream.writableCorked > 0) return
  stream.cork()
  process.nextTick(() => stream.uncork())
}
