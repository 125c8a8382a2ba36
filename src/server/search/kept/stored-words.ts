/** What COPY writes before the rows: a mark, and two numbers of four bytes that are zero. */
const headBytes = 19
/** In a row: the number of columns, and before each column its length. */
const [countBytes, lengthBytes] = [2, 4]
/** The zero after a term and the number of its positions. */
const afterTerm = 3
const endOfRows = -1

/** A term is the text from byte `from` up to `to`. */
export type VisitTerm = (from: number, to: number) => void

/**
 * Calls `begin` for each document and then `visit` for each of its terms, in what PostgreSQL sends for `copy (select
 * doc, words …) to stdout (format binary)`. The terms of a document: their number in four bytes, then of each its text,
 * a zero, the number of its positions in two bytes, and two for each position.
 */
export function eachStoredTerm(bytes: Uint8Array, begin: (doc: number) => void, visit: VisitTerm): void {
  const numbers = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = headBytes; at < bytes.length && numbers.getInt16(at) !== endOfRows;) {
    at += countBytes + lengthBytes
    begin(numbers.getUint32(at) * 2 ** 32 + numbers.getUint32(at + 4))
    at += 8 + lengthBytes
    const count = numbers.getUint32(at)
    at += 4
    for (let term = 0; term < count; term += 1) {
      const from = at
      while (bytes[at] !== 0) at += 1
      visit(from, at)
      at += afterTerm + 2 * numbers.getUint16(at + 1)
    }
  }
}
