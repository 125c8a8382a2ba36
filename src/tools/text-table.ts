import { printableLine } from '../server/platform/printable.ts'

/** Formats a table: a row of headings and a line per row, columns as wide as their longest cell. */
export function textTable(headings: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const lines = [headings, ...rows.map((row) => row.map(oneLine))]
  const widths = headings.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  return lines.map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

/** How many products, in words: `1 product`, `12 products`. */
export function productCount(count: number): string {
  return `${count} ${count === 1 ? 'product' : 'products'}`
}

/** UTC to the minute: `2026-06-15 12:00Z`. */
export function minuteOf(at: string | null): string {
  return at === null ? '' : `${at.slice(0, 10)} ${at.slice(11, 16)}Z`
}

/** Removes control characters and line breaks, so that shoppers' texts cannot control the terminal. */
export function oneLine(text: string): string {
  return printableLine(text).slice(0, 200)
}
