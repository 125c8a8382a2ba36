import { isWorkingDay, plusDays } from '../places/public-holidays.ts'

/** When goods leave: orders before `cutOff` (`15:00` in `timeZone`) on the same working day, on no closed day. */
export type DispatchRules = {
  cutOff: string
  timeZone: string
  /** The shop's own country, whose weekends and holidays count. */
  home: string
  /** `2026-12-27`, or `12-27` for every year. */
  closedDays: readonly string[]
}

/**
 * Days as `2026-06-15`. `orderBefore` is the moment (UTC, ISO) until which an order arrives from `first` to `last`: the
 * shop's `cutOff` on the day of `dispatch`.
 */
export type Arrival = {
  orderBefore: string
  dispatch: string
  cutOff: string
  timeZone: string
  first: string
  last: string
}

/** Tells whether a text is a day: `2026-12-27`, or `12-27` for every year. */
export function isDay(text: string): boolean {
  const day = text.length === 5 ? `2000-${text}` : text
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return false
  const time = Date.parse(`${day}T00:00:00.000Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day)
}

/**
 * When a part in stock arrives in a country (ISO code), given the delivery time in working days of that country.
 * Nothing is dispatched on weekends and holidays of the shop's country and on its closed days, nor on the day after the
 * cut-off time. `isFetched`: the shopper fetches it, on a day on which the shop is open. `waitDays`: working days until
 * the supplier of the part has sent it to the shop.
 */
export function arrivalOf(
  now: Date,
  country: string,
  [soonest, latest]: readonly [number, number],
  rules: DispatchRules,
  { isFetched = false, waitDays = 0 } = {},
): Arrival {
  const dispatch = dispatchDay(now, rules)
  const sent = dispatchAfter(dispatch, waitDays, rules)
  const closed = isFetched ? rules.closedDays : []
  return {
    orderBefore: dispatchMoment(dispatch, rules),
    dispatch,
    cutOff: rules.cutOff,
    timeZone: rules.timeZone,
    first: workingDaysAfter(country, sent, soonest, closed),
    last: workingDaysAfter(country, sent, latest, closed),
  }
}

/** The day on which an order placed now is dispatched. */
export function dispatchDay(now: Date, rules: DispatchRules): string {
  const today = dayIn(now, rules.timeZone)
  let dispatched = now.toISOString() < dispatchMoment(today, rules) ? today : plusDays(today, 1)
  while (!isDispatchDay(dispatched, rules)) dispatched = plusDays(dispatched, 1)
  return dispatched
}

/** The day on which goods are dispatched that come so many working days after another one. */
export function dispatchAfter(day: string, waitDays: number, rules: DispatchRules): string {
  let sent = day
  for (let left = waitDays; left > 0;) {
    sent = plusDays(sent, 1)
    if (isDispatchDay(sent, rules)) left -= 1
  }
  return sent
}

/** The last day on which a part may be dispatched to be in a country by a day, after at most `latest` working days. */
export function lastDispatchDay(by: string, country: string, latest: number, rules: DispatchRules): string {
  let last = by
  while (!isDispatchDay(last, rules) || workingDaysAfter(country, last, latest, []) > by) last = plusDays(last, -1)
  return last
}

function isDispatchDay(day: string, { home, closedDays }: DispatchRules): boolean {
  return isWorkingDay(home, day) && !isClosed(day, closedDays)
}

function isClosed(day: string, closedDays: readonly string[]): boolean {
  return closedDays.includes(day) || closedDays.includes(day.slice(5))
}

function workingDaysAfter(country: string, day: string, count: number, closedDays: readonly string[]): string {
  let reached = day
  for (let left = count; left > 0;) {
    reached = plusDays(reached, 1)
    if (isWorkingDay(country, reached) && !isClosed(reached, closedDays)) left -= 1
  }
  return reached
}

/** The calendar day in a time zone. */
export function dayIn(moment: Date, timeZone: string): string {
  return clockIn(moment, timeZone).slice(0, 10)
}

/** The moment (UTC, ISO) of the cut-off time on a day, in summer and in winter. */
export function dispatchMoment(day: string, { cutOff, timeZone }: Pick<DispatchRules, 'cutOff' | 'timeZone'>): string {
  const wanted = Date.parse(`${day}T${cutOff}:00.000Z`)
  let moment = wanted
  // The second pass is right where the clock changes between the two.
  for (let pass = 0; pass < 2; pass += 1)
    moment += wanted - Date.parse(`${clockIn(new Date(moment), timeZone).replace(' ', 'T')}.000Z`)
  return new Date(moment).toISOString()
}

const clocks = new Map<string, Intl.DateTimeFormat>()

/** What the clocks of a time zone show: `2026-06-15 14:00:00`. */
function clockIn(moment: Date, timeZone: string): string {
  let clock = clocks.get(timeZone)
  if (!clock) {
    clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
    clocks.set(timeZone, clock)
  }
  return clock.format(moment)
}
