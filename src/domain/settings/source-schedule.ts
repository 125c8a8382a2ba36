import { dayMs } from '../durations.ts'

/** When a feed is fetched: every so many minutes, or daily at a time such as 03:30. */
export type SourceSchedule = { everyMs: number } | { at: string }

const minuteMs = 60_000
const maxMinutes = 10_080

/** Reads `every 15 minutes` or `daily at 03:30`; undefined for anything else. */
export function readSchedule(text: string): SourceSchedule | undefined {
  const minutes = Number(/^every (\d{1,5}) minutes?$/.exec(text)?.[1] ?? 0)
  if (minutes >= 1 && minutes <= maxMinutes) return { everyMs: minutes * minuteMs }
  const at = /^daily at ((?:[01]\d|2[0-3]):[0-5]\d)$/.exec(text)?.[1]
  return at === undefined ? undefined : { at }
}

/** The first moment of a schedule after a moment; times of day are those of the time zone. */
export function nextAfter(schedule: SourceSchedule, after: Date, timeZone: string): Date {
  if ('everyMs' in schedule) return new Date(after.getTime() + schedule.everyMs)
  const shown = wallClock(after.getTime(), timeZone)
  const midnight = shown - (shown % dayMs)
  const [hours = 0, minutes = 0] = schedule.at.split(':').map(Number)
  const today = midnight + (hours * 60 + minutes) * minuteMs
  return new Date(momentOf(today > shown ? today : today + dayMs, timeZone))
}

/** What the clocks of a time zone show at a moment, as if it were UTC. */
function wallClock(moment: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  return Date.parse(`${format.format(moment).replace(' ', 'T')}Z`)
}

/** The moment at which the clocks show something; an hour later where they skip it. */
function momentOf(shown: number, timeZone: string): number {
  const guess = shown - (wallClock(shown, timeZone) - shown)
  return guess - (wallClock(guess, timeZone) - shown)
}
