import { dayMs } from '../../../domain/durations.ts'

/** Returns how many days after 1970-01-01 a day is that begins with its date, `2026-06-15`. */
export function dayNumber(day: string): number {
  return Math.floor(Date.parse(day.slice(0, 10)) / dayMs)
}
