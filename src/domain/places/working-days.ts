import { isWorkingDay, plusDays } from './public-holidays.ts'
import { sellerCountry } from './seller.ts'

const stockholm = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Stockholm', dateStyle: 'short' })

/** The calendar day in the shop's time zone: `2026-06-15`. */
export function dayOf(moment: Date): string {
  return stockholm.format(moment)
}

/**
 * The last day of a period that begins the day after `day`; a day that is not a working day in Sweden moves to the next
 * working day (lag 1930:173 om beräkning av lagstadgad tid).
 */
export function lastDay(day: string, days: number): string {
  let last = plusDays(day, days)
  while (!isWorkingDay(sellerCountry, last)) last = plusDays(last, 1)
  return last
}

const hourInStockholm = new Intl.DateTimeFormat('en', {
  timeZone: 'Europe/Stockholm',
  hour: 'numeric',
  hourCycle: 'h23',
})

/** The moment (UTC ISO) at which a day begins in the shop's time zone, where clocks never change at midnight. */
export function startOfDay(day: string): string {
  const midnight = Date.parse(`${day}T00:00:00.000Z`)
  const ahead = Number(hourInStockholm.format(midnight))
  return new Date(midnight - ahead * 3_600_000).toISOString()
}
