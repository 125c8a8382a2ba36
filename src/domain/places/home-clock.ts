import { homeRules, type Home } from './home.ts'

type Place = Pick<Home, 'country'>
/** Hours that the clock of a home country may be ahead of UTC, the earliest moment first. */
const offsets = [4, 3, 2, 1, 0]
const formats = new Map<string, Intl.DateTimeFormat>()

/** The day and time of a moment by the shop's clock: `2026-06-15` and `08:30`. */
export function homeClock(moment: Date, home: Place): { day: string; time: string } {
  const { timeZone } = homeRules(home)
  const format =
    formats.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  formats.set(timeZone, format)
  const [day = '', time = ''] = format.format(moment).split(' ')
  return { day, time }
}

/**
 * The moment at which the shop's clock shows a day (`2026-06-15`) and time (`08:30`); undefined for one that does not
 * exist. Of an hour that the clock shows twice it is the first.
 */
export function momentAt(day: string, time: string, home: Place): Date | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || !/^\d\d:\d\d$/.test(time)) return undefined
  const asUtc = Date.parse(`${day}T${time}:00.000Z`)
  if (Number.isNaN(asUtc)) return undefined
  const hour = 3_600_000
  const candidates = offsets.map((ahead) => new Date(asUtc - ahead * hour))
  return candidates.find((moment) => {
    const shown = homeClock(moment, home)
    return shown.day === day && shown.time === time
  })
}
