import { FeedError } from './feed-row.ts'

/** Rows in which headings are looked for; the last row that a profile may name. */
const looked = 40
export const lastHeaderRow = 100

/** Of the columns that most rows fill, what a row of headings fills at least. */
const minShare = 0.6

type Row = { row: number; cells: readonly string[] }

/**
 * Reads the headings of a table: those of the row that a profile names, or of the first one that looks like headings,
 * and gives them with the rows below. Undefined for a table without rows. Throws FeedError when it has no such row.
 */
export async function rowsBelowHeader(
  rows: AsyncGenerator<Row, void>,
  wanted: number | 'guess' = 1,
): Promise<{ header: Row; rows: AsyncGenerator<Row, void> } | undefined> {
  const above: Row[] = []
  const max = wanted === 'guess' ? looked : wanted
  while (above.length < max) {
    const next = await rows.next()
    if (next.done) break
    above.push(next.value)
    if (wanted !== 'guess' && next.value.row >= wanted) break
  }
  if (above.length === 0) return undefined
  const at = wanted === 'guess' ? headerAt(above) : above.findIndex(({ row }) => row === wanted || wanted === 1)
  const header = above[at]
  if (!header) throw new FeedError('header_row', { row: wanted })
  return { header, rows: concatenate(above.slice(at + 1), rows) }
}

async function* concatenate(first: readonly Row[], rest: AsyncGenerator<Row, void>): AsyncGenerator<Row, void> {
  yield* first
  yield* rest
}

/**
 * Where the headings are. The first row counts, unless it has fewer cells than rows usually have, as a title, a date or
 * a heading over several columns does; then it is the first that has about as many, all different and none a number.
 */
function headerAt(rows: readonly Row[]): number {
  const filled = rows.map(({ cells }) => cells.filter((cell) => cell.trim() !== ''))
  const usual = median(filled.map(({ length }) => length).filter((length) => length > 0))
  const isHeader = (cells: readonly string[]): boolean =>
    cells.length >= Math.max(2, usual * minShare) &&
    new Set(cells).size === cells.length &&
    !cells.some((cell) => /^[-\d\s.,]+$/.test(cell))
  if ((filled[0]?.length ?? 0) >= usual * minShare) return 0
  return Math.max(0, filled.findIndex(isHeader))
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0
}
