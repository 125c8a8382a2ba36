import { CompiledQuery } from 'kysely'
import { Query, type Connection } from 'pg'

/** What the types of pg leave out. */
type CopyingConnection = Connection & { sendCopyFromChunk(chunk: Uint8Array): void; endCopyFrom(): void }

/** The only parameter of a `copy … from stdin`: its rows in PostgreSQL's text format. */
class CopiedRows {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/**
 * Makes the statement that adds rows to a table of PostgreSQL with `copy`, which reads values much faster than an
 * `insert` does; a row that is there already is an error. `rows` have been made by `copiedRow`.
 */
export function copyRows(table: string, columns: readonly string[], rows: readonly string[]): CompiledQuery {
  return CompiledQuery.raw(`copy ${table} (${columns.join(', ')}) from stdin`, [new CopiedRows(rows.join(''))])
}

/** Writes values as one row in the text format of `copy`: separated by tabs, ended by a newline, `\N` for null. */
export function copiedRow(values: readonly unknown[]): string {
  return `${values.map(copied).join('\t')}\n`
}

const special = /[\\\t\n\r]/
const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

function copied(value: unknown): string {
  if (value === null || value === undefined) return String.raw`\N`
  const text = String(value)
  return special.test(text) ? text.replace(/[\\\t\n\r]/g, (sign) => escapes[sign] ?? sign) : text
}

/** Returns the rows of a statement that `copyRows` made; undefined for any other one. */
export function copiedOf(values: readonly unknown[]): string | undefined {
  const [first] = values
  return first instanceof CopiedRows ? first.text : undefined
}

/**
 * A `copy` whose rows are sent without waiting until the server asks for them: one that refuses the statement skips
 * them. So statements that come after it can be sent in the same message.
 */
export class CopyStatement extends Query {
  readonly #statement: string
  readonly #rows: string

  constructor(text: string, rows: string, callback: (error: Error | undefined, answer: { rows: unknown[] }) => void) {
    super(text, [], callback)
    this.#statement = text
    this.#rows = rows
  }

  override submit = (connection: Connection): void => {
    const copying = connection as CopyingConnection
    copying.query(this.#statement)
    copying.sendCopyFromChunk(Buffer.from(this.#rows))
    copying.endCopyFrom()
  }

  /** The server asks for the rows, which have been sent. */
  handleCopyInResponse(): void {}
}
