import { hash } from 'node:crypto'

const escaped = /[\\\b\f\n\r\t\v]/
const everyEscaped = /[\\\b\f\n\r\t\v]/g
const writtenAs: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
}
const readAs: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

export type CopyValue = string | number | bigint | null

/**
 * Writes a row in the text form of PostgreSQL's COPY, without the line break. It is exactly what COPY TO writes, so
 * that the rows of both databases can be compared as text.
 */
export function copyLine(values: readonly CopyValue[]): string {
  return values.map(copyText).join('\t')
}

function copyText(value: CopyValue): string {
  if (value === null) return '\\N'
  const text = String(value)
  return escaped.test(text) ? text.replace(everyEscaped, (sign) => writtenAs[sign] ?? sign) : text
}

/** Reads a row of COPY TO, without its line break. */
export function readCopyLine(line: string): (string | null)[] {
  return line.split('\t').map((text) => {
    if (text === '\\N') return null
    return text.includes('\\') ? text.replaceAll(/\\(.)/gs, (_, sign: string) => readAs[sign] ?? sign) : text
  })
}

/** The number of rows of a table and a sum of their SHA-256 digests, which does not depend on the order of the rows. */
export class RowSum {
  rows = 0
  readonly #sum = new Uint32Array(8)

  add(line: string | Buffer): void {
    const digest = hash('sha256', line, 'buffer')
    for (let at = 0; at < 8; at += 1) this.#sum[at] = (this.#sum[at] ?? 0) + digest.readUInt32LE(at * 4)
    this.rows += 1
  }

  /** The number of rows and the sum, as text to be compared. */
  get text(): string {
    return `${this.rows} ${Buffer.from(this.#sum.buffer).toString('hex')}`
  }
}

/** Splits the output of COPY TO into lines, without their line breaks. */
export async function* linesOf(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const piece of pieces) {
    const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece])
    let start = 0
    for (let end = bytes.indexOf(0x0a); end >= 0; end = bytes.indexOf(0x0a, start)) {
      yield bytes.subarray(start, end)
      start = end + 1
    }
    rest = bytes.subarray(start)
  }
}
