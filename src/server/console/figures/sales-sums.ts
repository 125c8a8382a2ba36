import type { Days, SalesSums } from '../../../contracts/console/figures.ts'
import type { CurrencyCode } from '../../../domain/money/currencies.ts'
import { divideRounded, type Minor } from '../../../domain/money/money.ts'
import type { Home } from '../../../domain/places/home.ts'
import { dayOf } from '../../../domain/places/working-days.ts'
import type { Rates } from './sold-queries.ts'

type Hour = { hour: string; currency: CurrencyCode }
export type Sold = {
  orders: readonly (Hour & { orders: number; gross: Minor; net: Minor })[]
  units: readonly { hour: string; units: number }[]
  credits: readonly (Hour & { net: Minor })[]
}

/** The sums of each day, by currency: they are added before they are converted, so that a whole is exact. */
type DaySums = { orders: number; units: number; gross: ByCurrency; net: ByCurrency; credited: ByCurrency }
type ByCurrency = Map<CurrencyCode, Minor>

/** Sums of sales by day of the home country's clock, to be added for any period. */
export function salesByDay({ orders, units, credits }: Sold, home: Home): ReadonlyMap<string, DaySums> {
  const days = new Map<string, DaySums>()
  const dayAt = (hour: string): DaySums => {
    const day = dayOf(new Date(`${hour}:00:00Z`), home)
    const known = days.get(day) ?? nothing()
    days.set(day, known)
    return known
  }
  for (const row of orders) {
    const day = dayAt(row.hour)
    day.orders += row.orders
    add(day.gross, row.currency, row.gross)
    add(day.net, row.currency, row.net)
  }
  for (const row of units) dayAt(row.hour).units += row.units
  for (const row of credits) add(dayAt(row.hour).credited, row.currency, row.net)
  return days
}

/** Adds the days of a period, in the base currency. */
export function sumOf(days: ReadonlyMap<string, DaySums>, { from, to }: Days, rates: Rates): SalesSums {
  const sums = nothing()
  for (const [day, own] of days) {
    if (day < from || day > to) continue
    sums.orders += own.orders
    sums.units += own.units
    for (const what of ['gross', 'net', 'credited'] as const)
      for (const [currency, amount] of own[what]) add(sums[what], currency, amount)
  }
  const { orders, units } = sums
  const total = (by: ByCurrency) =>
    [...by].reduce((sum, [currency, amount]) => sum + inBase(amount, currency, rates), 0)
  return { orders, units, gross: total(sums.gross), net: total(sums.net), credited: total(sums.credited) }
}

/** Converts an amount to the base currency; a currency without a rate counts nothing. */
export function inBase(amount: Minor, currency: CurrencyCode, rates: Rates): Minor {
  const rate = rates.get(currency)
  if (rate === undefined) return 0
  return rate === 1_000_000 ? amount : divideRounded(amount * 1_000_000, rate)
}

function nothing(): DaySums {
  return { orders: 0, units: 0, gross: new Map(), net: new Map(), credited: new Map() }
}

function add(sums: ByCurrency, currency: CurrencyCode, amount: Minor): void {
  sums.set(currency, (sums.get(currency) ?? 0) + amount)
}
