import { isWorkingDay, plusDays } from '../places/public-holidays.ts'
import { sellerCountry } from '../places/seller.ts'
import { dayOf } from '../places/working-days.ts'

/** Orders before this hour (the shop's time) are dispatched the same working day. */
export const dispatchHour = 15

/** Days as `2026-06-15`. `orderBefore` is the moment (UTC, ISO) until which an order arrives from `first` to `last`. */
export type Arrival = { orderBefore: string; first: string; last: string }

/**
 * When a part in stock arrives in a country (ISO code), given the delivery time in working days of that country.
 * Nothing is dispatched on weekends and holidays of the shop's country, nor on the day after `dispatchHour`.
 */
export function arrivalOf(now: Date, country: string, [soonest, latest]: readonly [number, number]): Arrival {
  const dispatched = dispatchDay(now)
  return {
    orderBefore: dispatchMoment(dispatched),
    first: workingDaysAfter(country, dispatched, soonest),
    last: workingDaysAfter(country, dispatched, latest),
  }
}

/** The day on which an order placed now is dispatched. */
export function dispatchDay(now: Date): string {
  const today = dayOf(now)
  let dispatched = now.toISOString() < dispatchMoment(today) ? today : plusDays(today, 1)
  while (!isWorkingDay(sellerCountry, dispatched)) dispatched = plusDays(dispatched, 1)
  return dispatched
}

/** The last day on which a part may be dispatched to be in a country by a day, after at most `latest` working days. */
export function lastDispatchDay(by: string, country: string, latest: number): string {
  let last = by
  while (!isWorkingDay(sellerCountry, last) || workingDaysAfter(country, last, latest) > by) last = plusDays(last, -1)
  return last
}

function workingDaysAfter(country: string, day: string, count: number): string {
  let reached = day
  for (let left = count; left > 0;) {
    reached = plusDays(reached, 1)
    if (isWorkingDay(country, reached)) left -= 1
  }
  return reached
}

const hourInStockholm = new Intl.DateTimeFormat('en', {
  timeZone: 'Europe/Stockholm',
  hour: 'numeric',
  hourCycle: 'h23',
})

/** The moment (UTC, ISO) of `dispatchHour` in the shop's time zone on a day, in summer and in winter. */
export function dispatchMoment(day: string): string {
  const moment = new Date(`${day}T${dispatchHour}:00:00.000Z`)
  const ahead = Number(hourInStockholm.format(moment)) - dispatchHour
  return new Date(moment.getTime() - ahead * 3_600_000).toISOString()
}
