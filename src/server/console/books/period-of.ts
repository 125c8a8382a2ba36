import { dayMs } from '../../../domain/durations.ts'
import type { Period } from '../../ordering/books/book-entries.ts'

const maxDays = 366

/** The period that an address asks for, by default the month of today; undefined for one that is none. */
export function periodOf(parameters: URLSearchParams, today: string): Period | undefined {
  const [from, to] = [parameters.get('from') ?? '', parameters.get('to') ?? '']
  if (from === '' && to === '') return monthAround(today)
  if (!isDay(from) || !isDay(to)) return undefined
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1
  return days >= 1 && days <= maxDays ? { from, to } : undefined
}

export function isDay(text: string): boolean {
  if (!/^2\d{3}-\d{2}-\d{2}$/.test(text)) return false
  const time = Date.parse(text)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/** The quarter before that of a day, for which most shops report their VAT. */
export function quarterBefore(day: string): Period {
  const [year = 0, month = 1] = day.split('-').map(Number)
  const first = Math.floor((month - 1) / 3) * 3 - 3
  const of = (months: number, date: number) => new Date(Date.UTC(year, months, date)).toISOString().slice(0, 10)
  return { from: of(first, 1), to: of(first + 3, 0) }
}

/** The month of a day, or the one before or after it. */
export function monthAround(day: string, step: -1 | 0 | 1 = 0): Period {
  const [year = 0, month = 1] = day.split('-').map(Number)
  const of = (months: number, date: number) =>
    new Date(Date.UTC(year, month - 1 + months, date)).toISOString().slice(0, 10)
  return { from: of(step, 1), to: of(step + 1, 0) }
}
