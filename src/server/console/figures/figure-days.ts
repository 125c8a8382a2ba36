import type { Comparison, Days, FiguresPage } from '../../../contracts/console/figures.ts'
import { dayMs } from '../../../domain/durations.ts'
import type { Home } from '../../../domain/places/home.ts'
import { plusDays } from '../../../domain/places/public-holidays.ts'
import { startOfDay } from '../../../domain/places/working-days.ts'
import { monthAround } from '../books/period-of.ts'
import type { Span } from './sold-queries.ts'

const maxDays = 62
const maxWeeks = 190

/** How many days a period has. */
export function lengthOf({ from, to }: Days): number {
  return (Date.parse(to) - Date.parse(from)) / dayMs + 1
}

/** The period that another is compared with; the 29 February of a leap year is compared with the 28th. */
export function comparedWith(period: Days, comparison: Comparison): Days {
  if (comparison === 'year') return { from: yearBefore(period.from), to: yearBefore(period.to) }
  return { from: plusDays(period.from, -lengthOf(period)), to: plusDays(period.from, -1) }
}

function yearBefore(day: string): string {
  const [year = '', month = '', date = ''] = day.split('-')
  const before = String(Number(year) - 1)
  return month === '02' && date === '29' ? `${before}-02-28` : `${before}-${month}-${date}`
}

/** The moments in which a period begins and has ended, by the clock of the home country. */
export function spanOf({ from, to }: Days, home: Home): Span {
  return { from: startOfDay(from, home), until: startOfDay(plusDays(to, 1), home) }
}

/** Whether a chart of a period is by days, weeks or months, so that its bars can be told apart. */
export function stepOf(period: Days): FiguresPage['step'] {
  const days = lengthOf(period)
  if (days <= maxDays) return 'day'
  return days <= maxWeeks ? 'week' : 'month'
}

/** Cuts a period into days, weeks that begin on its first weekday, or calendar months; the last may be shorter. */
export function splitPeriod(period: Days, step: FiguresPage['step']): Days[] {
  const parts: Days[] = []
  for (let from = period.from; from <= period.to;) {
    const to = earlier(lastOf(from, step), period.to)
    parts.push({ from, to })
    from = plusDays(to, 1)
  }
  return parts
}

function lastOf(day: string, step: FiguresPage['step']): string {
  if (step === 'month') return monthAround(day).to
  return step === 'week' ? plusDays(day, 6) : day
}

const earlier = (one: string, other: string) => (one < other ? one : other)

/** Periods that owners ask for, up to today. */
export function quickPeriods(today: string): Record<FiguresPage['quick'][number]['name'], Days> {
  return {
    week: { from: plusDays(today, -6), to: today },
    month: { from: plusDays(today, -29), to: today },
    this_month: { from: monthAround(today).from, to: today },
    last_month: monthAround(today, -1),
    year: { from: plusDays(today, -364), to: today },
  }
}
