import { dayIn } from '../domain/cart/arrival.ts'
import { dayMs } from '../domain/durations.ts'
import { homeRules } from '../domain/places/home.ts'
import { isWorkingDay } from '../domain/places/public-holidays.ts'
import { formatDate } from './formats.ts'

/** The date of a UTC ISO time, or of the next working day of the shop: nothing comes in on a Sunday or a holiday. */
export function formatWorkingDay(iso: string, reader: Parameters<typeof formatDate>[1]): string {
  const { country } = reader.home
  const { timeZone } = homeRules(reader.home)
  let moment = new Date(iso)
  while (!isWorkingDay(country, dayIn(moment, timeZone))) moment = new Date(moment.getTime() + dayMs)
  return formatDate(moment.toISOString(), reader)
}
