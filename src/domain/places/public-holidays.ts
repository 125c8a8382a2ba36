import { dayMs } from '../durations.ts'

/**
 * Days on which carriers do not deliver, by country, as rules. `05-01` is a date; with `>` it moves from a weekend to
 * the next working day; `05-01+1` is the first Monday (1) to Saturday (6) on or after the date; `E-2` counts days from
 * Easter Sunday, `O-2` from Orthodox Easter Sunday. Holidays that always fall on a Sunday are left out. Countries whose
 * holidays follow the moon (China, Egypt, Israel ...) have no entry: only their weekends count.
 */
const rulesOf: Readonly<Record<string, string>> = {
  AT: '01-01 01-06 E1 05-01 E39 E50 E60 08-15 10-26 11-01 12-08 12-25 12-26',
  AU: '01-01> 01-26> E-2 E1 04-25 12-25> 12-26>',
  BA: '01-01 01-02 05-01 05-02',
  BE: '01-01 E1 05-01 E39 E50 07-21 08-15 11-01 11-11 12-25',
  BG: '01-01> 03-03> O-2 O1 05-01> 05-06> 05-24> 09-06> 09-22> 12-24> 12-25> 12-26>',
  BL: '01-01 E1 05-01 05-08 E39 E50 07-14 08-15 10-09 11-01 11-11 12-25',
  CA: '01-01> E-2 05-18+1 07-01> 09-01+1 10-08+1 11-11> 12-25> 12-26>',
  CH: '01-01 E-2 E1 E39 E50 08-01 12-25 12-26',
  CY: '01-01 01-06 O-48 03-25 04-01 O-2 O1 O2 05-01 O50 08-15 10-01 10-28 12-25 12-26',
  CZ: '01-01 E-2 E1 05-01 05-08 07-05 07-06 09-28 10-28 11-17 12-24 12-25 12-26',
  DE: '01-01 E-2 E1 05-01 E39 E50 10-03 12-25 12-26',
  DK: '01-01 E-3 E-2 E1 E39 E50 06-05 12-24 12-25 12-26',
  EE: '01-01 02-24 E-2 05-01 06-23 06-24 08-20 12-24 12-25 12-26',
  ES: '01-01 01-06 E-2 05-01 08-15 10-12 11-01 12-06 12-08 12-25',
  FI: '01-01 01-06 E-2 E1 05-01 E39 06-19+5 12-06 12-24 12-25 12-26',
  FR: '01-01 E1 05-01 05-08 E39 E50 07-14 08-15 11-01 11-11 12-25',
  GB: '01-01> E-2 E1 05-01+1 05-25+1 08-25+1 12-25> 12-26>',
  GG: '01-01> E-2 E1 05-01+1 05-09> 05-25+1 08-25+1 12-25> 12-26>',
  GI: '01-01> 03-08+1 E-2 E1 04-28 05-01> 05-25+1 08-25+1 09-10 12-25> 12-26>',
  GP: '01-01 E-2 E1 05-01 05-08 E39 E50 05-27 07-14 08-15 11-01 11-11 12-25',
  GR: '01-01 01-06 O-48 03-25 O-2 O1 05-01 O50 08-15 10-28 12-25 12-26',
  HR: '01-01 01-06 E1 05-01 05-30 E60 06-22 08-05 08-15 11-01 11-18 12-25 12-26',
  HU: '01-01 03-15 E-2 E1 05-01 E50 08-20 10-23 11-01 12-24 12-25 12-26',
  IE: '01-01> 02-01+1 03-17> E1 05-01+1 06-01+1 08-01+1 10-25+1 12-25> 12-26>',
  IS: '01-01 E-3 E-2 E1 04-19+4 05-01 E39 E50 06-17 08-01+1 12-24 12-25 12-26 12-31',
  IT: '01-01 01-06 E1 04-25 05-01 06-02 08-15 10-04 11-01 12-08 12-25 12-26',
  JE: '01-01> E-2 E1 05-01+1 05-09> 05-25+1 08-25+1 12-25> 12-26>',
  LI: '01-01 01-06 E-2 E1 05-01 E39 E50 E60 08-15 09-08 11-01 12-08 12-25 12-26',
  LT: '01-01 02-16 03-11 E1 05-01 06-24 07-06 08-15 11-01 11-02 12-24 12-25 12-26',
  LU: '01-01 E1 05-01 05-09 E39 E50 06-23 08-15 11-01 12-25 12-26',
  LV: '01-01 E-2 E1 05-01 05-04> 06-23 06-24 11-18> 12-24 12-25 12-26 12-31',
  MC: '01-01> 01-27 E1 05-01> E39 E50 E60 08-15> 11-01> 11-19> 12-08 12-25>',
  MD: '01-01 01-07 01-08 03-08 O1 O8 05-01 05-09 08-27 08-31 12-25',
  MK: '01-01 01-07 O1 05-01 05-24 08-02 09-08 10-11 10-23 12-08',
  MQ: '01-01 E-2 E1 05-01 05-08 E39 05-22 E50 07-14 08-15 11-01 11-11 12-25',
  MT: '01-01 02-10 03-19 03-31 E-2 05-01 06-07 06-29 08-15 09-08 09-21 12-08 12-13 12-25',
  NL: '01-01 E1 04-27 E39 E50 12-25 12-26',
  NO: '01-01 E-3 E-2 E1 05-01 E39 05-17 E50 12-24 12-25 12-26 12-31',
  NZ: '01-01> 01-02> 02-06> E-2 E1 04-25> 06-01+1 10-22+1 12-25> 12-26>',
  PL: '01-01 01-06 E1 05-01 05-03 E60 08-15 11-01 11-11 12-24 12-25 12-26',
  PT: '01-01 E-2 04-25 05-01 E60 06-10 08-15 10-05 11-01 12-01 12-08 12-25',
  RE: '01-01 E1 05-01 05-08 E39 E50 07-14 08-15 11-01 11-11 12-20 12-25',
  RO: '01-01 01-02 01-06 01-07 01-24 O-2 O1 05-01 06-01 O50 08-15 11-30 12-01 12-25 12-26',
  SE: '01-01 01-06 E-2 E1 05-01 E39 06-06 06-19+5 12-24 12-25 12-26 12-31',
  SI: '01-01 01-02 02-08 E1 04-27 05-01 05-02 06-25 08-15 10-31 11-01 12-25 12-26',
  SK: '01-01 01-06 E-2 E1 05-01 07-05 08-29 11-01 12-24 12-25 12-26',
  US: '01-01> 01-15+1 02-15+1 05-25+1 06-19> 07-04> 09-01+1 10-08+1 11-11> 11-22+4 12-25>',
  ZA: '01-01> 03-21> E-2 E1 04-27> 05-01> 06-16> 08-09> 09-24> 12-16> 12-25> 12-26>',
}

/** Countries whose weekend is Friday and Saturday. */
const fridayWeekends: ReadonlySet<string> = new Set(['EG', 'IL', 'JO'])

/** Tells whether parcels are delivered in a country (ISO code) on a day (`2026-06-15`). */
export function isWorkingDay(country: string, day: string): boolean {
  return !isWeekend(country, day) && !holidaysOf(country, day.slice(0, 4)).has(day)
}

/** The day (`2026-06-15`) a number of days later; for moments there is addDaysToMoment. */
export function plusDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)
}

function isWeekend(country: string, day: string): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return weekday === 6 || weekday === (fridayWeekends.has(country) ? 5 : 0)
}

/** Years of countries that were computed: a page of a product asks for the same ones again and again. */
const knownYears = new Map<string, ReadonlySet<string>>()
const maxKnownYears = 500

function holidaysOf(country: string, year: string): ReadonlySet<string> {
  const key = `${country} ${year}`
  const known = knownYears.get(key)
  if (known !== undefined) return known
  const days = computeHolidays(country, year)
  if (knownYears.size >= maxKnownYears) knownYears.clear()
  knownYears.set(key, days)
  return days
}

function computeHolidays(country: string, year: string): ReadonlySet<string> {
  const rules = rulesOf[country]?.split(' ') ?? []
  const days = new Set(rules.map((rule) => holiday(rule, year)))
  for (const rule of rules) {
    if (!rule.endsWith('>')) continue
    let day = holiday(rule, year)
    if (!isWeekend(country, day)) continue
    while (isWeekend(country, day) || days.has(day)) day = plusDays(day, 1)
    days.add(day)
  }
  return days
}

function holiday(rule: string, year: string): string {
  if (rule.startsWith('E')) return plusDays(easterSunday(Number(year)), Number(rule.slice(1)))
  if (rule.startsWith('O')) return plusDays(orthodoxEaster(Number(year)), Number(rule.slice(1)))
  const date = `${year}-${rule.slice(0, 5)}`
  if (rule[5] !== '+') return date
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay()
  return plusDays(date, (Number(rule.slice(6)) - weekday + 7) % 7)
}

/** Gauss's Easter algorithm for the Gregorian calendar (valid from 1900 to 2099). */
function easterSunday(year: number): string {
  const moon = (19 * (year % 19) + 24) % 30
  const week = (2 * (year % 4) + 4 * (year % 7) + 6 * moon + 5) % 7
  const isLate = (moon === 29 && week === 6) || (moon === 28 && week === 6 && year % 19 > 10)
  return plusDays(`${year}-03-22`, moon + week - (isLate ? 7 : 0))
}

/** Meeus's algorithm for the Julian calendar, 13 days behind the Gregorian one (valid from 1900 to 2099). */
function orthodoxEaster(year: number): string {
  const moon = (19 * (year % 19) + 15) % 30
  const week = (2 * (year % 4) + 4 * (year % 7) - moon + 34) % 7
  return plusDays(`${year}-03-22`, moon + week + 13)
}
