import type { Home } from '../../../domain/places/home.ts'
import { plusDays } from '../../../domain/places/public-holidays.ts'
import { dayOf, startOfDay } from '../../../domain/places/working-days.ts'

/** An invoice is overdue by at least `days` if its last day is before this moment. */
export function overdueBefore(now: Date, home: Home, days = 1): string {
  return startOfDay(plusDays(dayOf(now, home), 1 - days), home)
}
