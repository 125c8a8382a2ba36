import type { Home } from '../../../domain/places/home.ts'
import { plusDays } from '../../../domain/places/public-holidays.ts'
import { dayOf, startOfDay } from '../../../domain/places/working-days.ts'
import { ConsoleError } from '../frame/console-error.ts'

const day = /^20\d{2}-\d{2}-\d{2}$/

/** The moment at which a typed day begins; a moment within that day that `before` has stays. Throws ConsoleError. */
export function firstMoment(text: string, before: string | null, home: Home): string | null {
  if (text === '') return null
  if (before !== null && dayOf(new Date(before), home) === text) return before
  return startOfDay(checkedDay(text), home)
}

/** The moment after the last day. Throws ConsoleError. */
export function lastMoment(text: string, before: string | null, home: Home): string | null {
  if (text === '') return null
  if (before !== null && lastDayOf(before, home) === text) return before
  return startOfDay(plusDays(checkedDay(text), 1), home)
}

/** The last day of which some part is before an end. */
export function lastDayOf(end: string, home: Home): string {
  return dayOf(new Date(Date.parse(end) - 1), home)
}

function checkedDay(text: string): string {
  const at = day.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  // A day that no month has becomes one of the next month.
  if (Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== text) throw new ConsoleError('day_invalid')
  return text
}
