import { dayMs } from '../../../../domain/durations.ts'
import { RowProblem } from '../feeds/feed-row.ts'

/** `24.12.2026`, as much of Europe writes it, as `2026-12-24`; anything else as it is. */
function isoDay(text: string): string {
  const [, day = '', month = '', year] = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})$/.exec(text) ?? []
  return year === undefined ? text : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

/** Parses a day or a moment, of which only the day counts; null for an empty cell. Throws RowProblem. */
export function parseDay(typed: string, column: string): string | null {
  if (typed === '') return null
  const text = isoDay(typed)
  const [, day] = /^(\d{4}-\d{2}-\d{2})(?:[T ].*)?$/.exec(text) ?? []
  const date = new Date(day ?? Number.NaN)
  if (day === undefined || Number.isNaN(date.getTime()) || !date.toISOString().startsWith(day))
    throw new RowProblem(column, 'not_day', { text: text.slice(0, 40) })
  return date.toISOString()
}

/**
 * Parses a moment, such as `2026-12-24T13:00+01:00`, or a day, which is midnight UTC `daysLater` after it; null for an
 * empty cell. Throws RowProblem.
 */
export function parseMoment(typed: string, column: string, daysLater = 0): string | null {
  const text = isoDay(typed)
  const day = parseDay(text, column)
  if (day === null || /^\d{4}-\d{2}-\d{2}$/.test(text))
    return day && new Date(new Date(day).getTime() + daysLater * dayMs).toISOString()
  const [, time = '', zone = 'Z'] =
    /^\d{4}-\d{2}-\d{2}[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?)\s*(Z|[+-]\d{2}:?\d{2})?$/.exec(text) ?? []
  const date = new Date(`${text.slice(0, 10)}T${time}${zone.replace(/(\d{2})(\d{2})$/, '$1:$2')}`)
  if (Number.isNaN(date.getTime())) throw new RowProblem(column, 'not_moment', { text: text.slice(0, 40) })
  return date.toISOString()
}
