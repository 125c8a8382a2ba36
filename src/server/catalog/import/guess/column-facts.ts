import { slugify } from '../../../../domain/products/slugs.ts'
import { RowProblem, type FeedRow } from '../feeds/feed-row.ts'

/** What the first rows of a feed show about one of its columns. */
export type ColumnFacts = {
  column: string
  /** The heading in small ASCII letters and digits, its words separated by hyphens: "Vikt (kg)" is `vikt-kg`. */
  plain: string
  /** The cells that are not empty. */
  cells: readonly string[]
  distinct: number
  /** Nearly every row has a different cell: a few may repeat one, or be empty. */
  isUnique: boolean
  isNumeric: boolean
  isYesNo: boolean
}

/** The share of the rows whose cells must differ for a column to identify products. */
const minUnique = 0.9

const number = /^-?(?:\d+|\d{1,3}(?:[ .,'\u00A0]\d{3})+)(?:[.,]\d+)?$/
const yesOrNo = /^(?:true|false|yes|no|ja|nej)$/i

/** `heading` returns what a column is called: of a path in XML its last name. */
export function columnFacts(
  columns: readonly string[],
  rows: readonly FeedRow[],
  heading: (column: string) => string,
): ColumnFacts[] {
  return columns.map((column) => {
    const cells = rows.map((row) => cellOf(row, column).trim()).filter((cell) => cell !== '')
    const distinct = new Set(cells).size
    const isAll = (pattern: RegExp) => cells.length > 0 && cells.every((cell) => pattern.test(cell))
    return {
      column,
      plain: slugify(heading(column).replaceAll(/([a-z])([A-Z])/g, '$1 $2')),
      cells,
      distinct,
      isUnique: distinct >= rows.length * minUnique,
      isNumeric: isAll(number),
      isYesNo: isAll(yesOrNo),
    }
  })
}

/** A cell's text; empty where it has none that can be read, such as catalogue groups that lead nowhere. */
export function cellOf(row: FeedRow, column: string): string {
  try {
    return row.get(column)
  } catch (error) {
    if (error instanceof RowProblem) return ''
    throw error
  }
}

export type GuessedStyle = { decimal: '.' | ','; thousands: '' | ' ' | '.' | ',' | "'" }

/** How the feed writes numbers: the mark that most often stands before decimals, and the one between thousands. */
export function numberStyle(facts: readonly ColumnFacts[]): GuessedStyle {
  const numbers = facts.flatMap(({ cells }) => cells.map((cell) => cell.replaceAll(/^\D+|\D+$/g, '')))
  const count = (pattern: RegExp) => numbers.filter((cell) => pattern.test(cell)).length
  // Three digits after a single mark may be decimals or thousands, and say nothing.
  const [commas, points] = [count(/,(?:\d{1,2}|\d{4,})$/), count(/\.(?:\d{1,2}|\d{4,})$/)]
  const decimal = commas > points ? ',' : '.'
  const marks = decimal === ',' ? (['.', ' ', "'"] as const) : ([',', ' ', "'"] as const)
  const thousands = marks.find((mark) => numbers.some((cell) => hasGroups(cell, mark)))
  return { decimal, thousands: thousands ?? '' }
}

function hasGroups(cell: string, mark: string): boolean {
  return new RegExp(`^-?\\d{1,3}(?:${RegExp.escape(mark)}\\d{3})+(?:[.,]\\d+)?$`).test(cell.replaceAll('\u00A0', ' '))
}
