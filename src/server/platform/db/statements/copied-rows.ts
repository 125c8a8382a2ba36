import { CompiledQuery } from 'kysely'
import { Query, type Connection } from 'pg'

/** What the types of pg leave out. */
type CopyingConnection = Connection & { endCopyFrom(): void }

/** The only parameter of a `copy … from stdin`: its rows in PostgreSQL's text format. */
class CopiedRows {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/**
 * Makes the statement that adds rows to a table of PostgreSQL with `copy`, which reads values much faster than an
 * `insert` does; a row that is there already is an error. Undefined where rows have bytes, numbers that are none,
 * halves of surrogate pairs, or the character 0.
 */
export function copyRows(
  table: string,
  columns: readonly string[],
  rows: readonly object[],
): CompiledQuery | undefined {
  const text = textOf(rows, columns)
  return text === undefined
    ? undefined
    : CompiledQuery.raw(`copy ${table} (${columns.join(', ')}) from stdin`, [new CopiedRows(text)])
}

/**
 * Rows in the text format of `copy`: values separated by tabs, rows ended by a newline, `\N` for null. Plain loops,
 * because they run for every value that an import writes.
 */
function textOf(rows: readonly object[], columns: readonly string[]): string | undefined {
  let text = ''
  for (const row of rows as readonly Record<string, unknown>[]) {
    let separator = ''
    for (const column of columns) {
      const value = row[column]
      text += separator
      separator = '\t'
      if (typeof value === 'string') text += special.test(value) ? escaped(value) : value
      else if (value === null || value === undefined) text += String.raw`\N`
      else if (typeof value === 'number' && Number.isFinite(value)) text += value
      else return undefined
    }
    text += '\n'
  }
  return text.isWellFormed() && !text.includes('\0') ? text : undefined
}

const special = /[\\\t\n\r]/
const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

function escaped(value: string): string {
  return value.replace(/[\\\t\n\r]/g, (sign) => escapes[sign] ?? sign)
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
    copying.stream.write(copyData(this.#rows))
    copying.endCopyFrom()
  }

  /** The server asks for the rows, which have been sent. */
  handleCopyInResponse(): void {}
}

const headerLength = 5

/** The message with rows, which pg would copy once more. */
function copyData(rows: string): Uint8Array {
  const length = Buffer.byteLength(rows)
  const message = Buffer.allocUnsafe(headerLength + length)
  message.write('d')
  message.writeUInt32BE(headerLength - 1 + length, 1)
  message.write(rows, headerLength)
  return message
}
