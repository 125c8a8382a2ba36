import { escapeFormula } from '../formula-injection.ts'

export type CsvCell = string | number

/** The byte order mark by which Excel recognizes UTF-8. */
export const byteOrderMark = '\uFEFF'

/**
 * Writes rows as CSV (RFC 4180) for spreadsheets. A text that a spreadsheet would calculate as a formula begins with an
 * apostrophe.
 */
export function formatCsv(rows: readonly (readonly CsvCell[])[], separator: ',' | ';'): string {
  return byteOrderMark + rows.map((row) => csvRow(row, separator)).join('')
}

/** One row of `formatCsv`. */
export function csvRow(row: readonly CsvCell[], separator: ',' | ';'): string {
  return `${row.map((cell) => csvCell(cell, separator)).join(separator)}\r\n`
}

function csvCell(cell: CsvCell, separator: string): string {
  if (typeof cell === 'number') return separator === ';' ? String(cell).replace('.', ',') : String(cell)
  const text = escapeFormula(cell)
  return /["\r\n,;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
