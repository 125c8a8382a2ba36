import type { FileReason } from '../../../../domain/products/file-reasons.ts'
import { rowReason, type RowReason, type RowReasonCode } from '../../../../domain/products/row-reasons.ts'
import { FileError } from '../file-error.ts'

/** One row of a feed, whatever its file format. */
export type FeedRow = {
  /** Row number as in a spreadsheet: the header is row 1. */
  row: number
  columns: readonly string[]
  /** What people and the guess can choose from, where that is more than the columns: also the paths in objects. */
  paths?: readonly string[]
  /** About how many characters it has. */
  size: number
  /** Returns the cell's unmodified text; the empty string when the row has no such cell. */
  get(column: string): string
}

/** A row that violates the file format. */
export type BrokenRow = { row: number; broken: RowReason }

/** What is to be known of a feed, or of its catalogue groups. */
export type FeedNote = FileReason | RowReason

export type Feed = {
  /** Undefined where every row names its own columns. */
  columns: readonly string[] | undefined
  /** The name under which the columns have what a profile calls a column: of `size.height` that is `size`. */
  columnName(column: string): string
  /** The row of a table that names its columns. */
  headerRow?: number
  notes: readonly FeedNote[]
  rows: AsyncIterable<FeedRow | BrokenRow>
}

/** Separates the items of a list from a format that has lists, such as JSON. */
export const itemMark = '\u001F'

/** A feed that is refused as a whole. */
export class FeedError extends FileError {
  override readonly name = 'FeedError'
}

/** A row that is rejected; `column` is null when no single cell is the cause, `detail` says why. */
export class RowProblem extends Error {
  override readonly name = 'RowProblem'
  readonly column: string | null
  readonly detail: RowReason

  constructor(column: string | null, code: RowReasonCode, values?: RowReason['values']) {
    const detail = rowReason(code, values)
    super(detail.reason)
    this.column = column
    this.detail = detail
  }
}

/** A row of cells below a header. */
class TableRow implements FeedRow {
  readonly row: number
  readonly #header: TableHeader
  readonly #cells: readonly string[]

  constructor(row: number, header: TableHeader, cells: readonly string[]) {
    this.row = row
    this.#header = header
    this.#cells = cells
  }

  get columns(): readonly string[] {
    return this.#header.columns
  }

  get size(): number {
    return this.#cells.reduce((sum, cell) => sum + cell.length, 0)
  }

  get(column: string): string {
    const at = this.#header.positions.get(column)
    return at === undefined ? '' : (this.#cells[at] ?? '')
  }
}

export type TableHeader = { columns: readonly string[]; positions: ReadonlyMap<string, number> }

/** Parses the header row; throws FeedError for empty and repeated names, because cells could not be told apart. */
export function tableHeader(cells: readonly string[]): TableHeader {
  const columns = cells.map((cell) => cell.trim())
  while (columns.at(-1) === '') columns.pop()
  const twice = firstRepeated(columns)
  if (columns.length === 0) throw new FeedError('feed_empty')
  if (twice !== undefined)
    throw twice === '' ? new FeedError('header_unnamed') : new FeedError('header_twice', { column: twice })
  return { columns, positions: new Map(columns.map((name, at) => [name, at])) }
}

function firstRepeated(columns: readonly string[]): string | undefined {
  const seen = new Set<string>()
  return columns.find((name) => seen.size === seen.add(name).size)
}

/** Parses a row; returns why its cells do not fit the header, or undefined for an empty row. */
export function tableRow(row: number, header: TableHeader, cells: readonly string[]): FeedRow | BrokenRow | undefined {
  if (cells.every((cell) => cell === '')) return undefined
  const wanted = header.columns.length
  const isWider = cells.slice(wanted).some((cell) => cell !== '')
  if (cells.length < wanted || isWider) return { row, broken: rowReason('cells', { count: cells.length, wanted }) }
  return new TableRow(row, header, cells)
}
