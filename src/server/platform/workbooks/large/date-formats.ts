import { dayMs } from '../../../../domain/durations.ts'

/** Numbers of the formats of dates and times that every workbook has, in any language. */
const builtIn: readonly (readonly [first: number, last: number])[] = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
  [71, 81],
]
const tokens = new Set(
  's ss m mm mmm mmmm mmmmm h hh am pm a p d dd ddd dddd aaa aaaa aaaaa y yy yyyy e ee eeee'.split(' '),
)

/** Tells whether a number of a cell with this format is a day or a moment, as read-excel-file does. */
export function isDateFormat(id: number, code: string | undefined): boolean {
  if (builtIn.some(([first, last]) => id >= first && id <= last)) return true
  if (id < 100 || code === undefined) return false
  return code.toLowerCase().replace(/;@$/, '').replaceAll(/\\./g, ' ').split(';').some(isDatePart)
}

function isDatePart(part: string): boolean {
  const plain = part
    .replaceAll(/"[^"]*"/g, ' ')
    .replaceAll(/(\[?[smhd]{1,2}\]?)[.,]00?0?/g, '$1')
    .replaceAll(/\[([smhd]{1,2})\]/g, '$1')
    .replaceAll(/\[[^\]]*\]/g, '')
  const found = plain.split(/[^a-z0#?%]+/).filter((token) => token !== '')
  return found.length > 0 && found.every((token) => tokens.has(token))
}

/** Days from the first of the two calendars of workbooks to 1970, and between the two. */
const [before1970, laterCalendar] = [25_569, 1_462]

/** The moment of a number of days since 1900, or since 1904. */
export function dateOf(days: number, isSince1904: boolean): Date {
  return new Date(Math.floor((days + (isSince1904 ? laterCalendar : 0) - before1970) * dayMs))
}
