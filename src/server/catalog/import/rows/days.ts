import { RowProblem } from '../feeds/feed-row.ts'

/** Parses a day or a moment, of which only the day counts; null for an empty cell. Throws RowProblem. */
export function dayIn(text: string, column: string): string | null {
  if (text === '') return null
  const [, day] = /^(\d{4}-\d{2}-\d{2})(?:[T ].*)?$/.exec(text) ?? []
  const date = new Date(day ?? Number.NaN)
  if (day === undefined || Number.isNaN(date.getTime()) || !date.toISOString().startsWith(day))
    throw new RowProblem(column, `"${text.slice(0, 40)}" is not a day such as 2026-12-24.`)
  return date.toISOString()
}
