/** What COPY writes before the rows: a mark, and two numbers of four bytes that are zero. */
const headBytes = 19
/** In a row: the number of columns, and before each column its length. */
const [countBytes, lengthBytes] = [2, 4]
/** The columns with a document and its terms. */
const countOfTerms = 3
/** The zero after a term and the number of its positions. */
const afterTerm = 3
const endOfRows = -1

/** Called with where the columns behind terms and pieces are, each with its length before it. */
export type VisitTexts = (from: number, to: number) => void

/** A term is the text from byte `from` up to `to`; a piece is one of part numbers. */
export type VisitTerm = (from: number, to: number, isPiece: boolean) => void

/**
 * Calls `begin` for each document and then `visit` for each of its terms, in what PostgreSQL sends for `copy (select
 * doc, words, pieces …) to stdout (format binary)`. Terms or pieces: their number in four bytes, then of each its text,
 * a zero, the number of its positions in two bytes, and two for each position. `texts` is called with what follows.
 */
export function eachStoredTerm(
  bytes: Uint8Array,
  begin: (doc: number) => void,
  visit: VisitTerm,
  texts: VisitTexts = () => {},
): void {
  const numbers = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = headBytes; at < bytes.length && numbers.getInt16(at) !== endOfRows;) {
    const more = numbers.getInt16(at) - countOfTerms
    at += countBytes + lengthBytes
    begin(numbers.getUint32(at) * 2 ** 32 + numbers.getUint32(at + 4))
    at += 8
    at = eachText(bytes, numbers, at + lengthBytes, (from, to) => visit(from, to, false))
    at = eachText(bytes, numbers, at + lengthBytes, (from, to) => visit(from, to, true))
    const from = at
    for (let left = more; left > 0; left -= 1) at += lengthBytes + numbers.getInt32(at)
    texts(from, at)
  }
}

/** Calls `visit` for each text of a column that begins at `at`. @returns where the column ends. */
function eachText(bytes: Uint8Array, numbers: DataView, at: number, visit: (from: number, to: number) => void): number {
  let place = at + 4
  for (let left = numbers.getUint32(at); left > 0; left -= 1) {
    const from = place
    while (bytes[place] !== 0) place += 1
    visit(from, place)
    place += afterTerm + 2 * numbers.getUint16(place + 1)
  }
  return place
}
