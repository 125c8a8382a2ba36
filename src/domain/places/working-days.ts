const dayMs = 86_400_000
const fixedHolidays = new Set(['01-01', '01-06', '05-01', '06-06', '12-24', '12-25', '12-26', '12-31'])
/** Public holidays as days from Easter Sunday: Good Friday, Easter Monday, Ascension Day. */
const easterHolidays = [-2, 1, 39]
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
  let last = plus(day, days)
  while (isHoliday(last)) last = plus(last, 1)
  return last
}

function plus(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)
}

function isHoliday(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`)
  if ([0, 6].includes(date.getUTCDay()) || fixedHolidays.has(day.slice(5)) || isMidsummerEve(date)) return true
  const easter = easterSunday(date.getUTCFullYear())
  return easterHolidays.some((days) => plus(easter, days) === day)
}

/** The Friday between 19 and 25 June. */
function isMidsummerEve(date: Date): boolean {
  return date.getUTCMonth() === 5 && date.getUTCDay() === 5 && date.getUTCDate() >= 19 && date.getUTCDate() <= 25
}

/** Gauss's Easter algorithm for the Gregorian calendar (valid from 1900 to 2099). */
function easterSunday(year: number): string {
  const moon = (19 * (year % 19) + 24) % 30
  const week = (2 * (year % 4) + 4 * (year % 7) + 6 * moon + 5) % 7
  const isLate = (moon === 29 && week === 6) || (moon === 28 && week === 6 && year % 19 > 10)
  return plus(`${year}-03-22`, moon + week - (isLate ? 7 : 0))
}
