import type { Period, Sales, TodayPage } from '../../../contracts/console/today.ts'
import { dayMs } from '../../../domain/durations.ts'
import type { CurrencyCode } from '../../../domain/money/currencies.ts'
import type { Minor } from '../../../domain/money/money.ts'
import type { Home } from '../../../domain/places/home.ts'
import { dayOf } from '../../../domain/places/working-days.ts'

/** What was sold in an hour of UTC (`2026-11-23T19`), with VAT and without gift cards. */
type HourOfSales = { hour: string; currency: CurrencyCode; orders: number; gross: Minor }

export const periods = { day: 1, week: 7, month: 30 } as const satisfies Record<Period, number>
export const chartDays = 30

/**
 * Sales by currency: each period of whole days up to today beside the one before it, and the last 30 days one by one.
 * Days are those of the home country's clock.
 */
export function salesByCurrency(sales: readonly HourOfSales[], now: Date, home: Home): TodayPage['sales'] {
  const byCurrency = [...Map.groupBy(sales, ({ currency }) => currency)].sort(
    ([one, of], [other, others]) => added(others).orders - added(of).orders || one.localeCompare(other),
  )
  const days = Array.from({ length: 2 * chartDays }, (_, back) => daysBefore(dayOf(now, home), back))
  return byCurrency.map(([currency, own]) => {
    const byDay = Map.groupBy(own, ({ hour }) => dayOf(new Date(`${hour}:00:00Z`), home))
    const sumOf = (from: number, to: number) => added(days.slice(from, to).flatMap((day) => byDay.get(day) ?? []))
    return {
      currency,
      periods: Object.entries(periods).map(([period, length]) => ({
        period: period as Period,
        now: sumOf(0, length),
        before: sumOf(length, 2 * length),
      })),
      days: days
        .slice(0, chartDays)
        .map((day) => ({ day, sales: added(byDay.get(day) ?? []) }))
        .toReversed(),
    }
  })
}

/** A day by its noon, so that no change of the clock skips one. */
function daysBefore(today: string, back: number): string {
  const noon = Date.parse(`${today}T12:00:00Z`)
  return new Date(noon - back * dayMs).toISOString().slice(0, 10)
}

function added(sales: readonly HourOfSales[]): Sales {
  return {
    orders: sales.reduce((sum, { orders }) => sum + orders, 0),
    sum: sales.reduce((sum, { gross }) => sum + gross, 0),
  }
}
