import { homeRules, type Home } from './home.ts'
import { isWorkingDay, plusDays } from './public-holidays.ts'

/** The country whose clock and holidays count. */
type Place = Pick<Home, 'country'>
const days = new Map<string, Intl.DateTimeFormat>()
const hours = new Map<string, Intl.DateTimeFormat>()

/** Days begin at a quarter of an hour in every time zone. */
const quarterMs = 900_000
/** The day that was asked for last: pages ask several times for today's. */
let latest = { timeZone: '', quarter: Number.NaN, day: '' }

/** The calendar day in the shop's time zone: `2026-06-15`. */
export function dayOf(moment: Date, home: Place): string {
  const { timeZone } = homeRules(home)
  const quarter = Math.floor(moment.getTime() / quarterMs)
  if (latest.timeZone === timeZone && latest.quarter === quarter) return latest.day
  const format = days.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' })
  days.set(timeZone, format)
  const day = format.format(moment)
  latest = { timeZone, quarter, day }
  return day
}

/** Days on which a period does not end although carriers work: 31 December in Denmark (forbrugeraftaleloven). */
const noLastDays: Readonly<Record<string, readonly string[]>> = { DK: ['12-31'] }

/**
 * The last day of a period that begins the day after `day`; a day that is not a working day in the shop's country moves
 * to the next working day (in Sweden lag 1930:173 om beräkning av lagstadgad tid, in Finland 150/1930 § 5, in Norway
 * domstolloven § 149).
 */
export function lastDay(day: string, length: number, { country }: Place): string {
  let last = plusDays(day, length)
  while (!isWorkingDay(country, last) || noLastDays[country]?.includes(last.slice(5))) last = plusDays(last, 1)
  return last
}

/** The moment (UTC ISO) at which a day begins in the shop's time zone, where clocks never change at midnight. */
export function startOfDay(day: string, home: Place): string {
  const { timeZone } = homeRules(home)
  const format = hours.get(timeZone) ?? new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', hourCycle: 'h23' })
  hours.set(timeZone, format)
  const midnight = Date.parse(`${day}T00:00:00.000Z`)
  const ahead = Number(format.format(midnight))
  return new Date(midnight - ahead * 3_600_000).toISOString()
}
