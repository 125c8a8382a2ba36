import { currencyCodes, type CurrencyCode } from './currencies.ts'

/** What one unit of each currency costs in the base currency, in which the shop keeps its prices. */
export type BasePerUnit = Readonly<Partial<Record<CurrencyCode, number>>>

/** The currencies that have a rate. */
export function foreignCurrencies(base: CurrencyCode): CurrencyCode[] {
  return currencyCodes.filter((code) => code !== base)
}

/** Converts the price of one unit to how rates are stored: millionths of the currency per unit of the base currency. */
export function perBaseMicro(basePerUnit: number): number {
  return Math.round(1_000_000 / basePerUnit)
}

/** Converts a stored rate to the price of one unit in the base currency, with the five digits that it has. */
export function basePerUnit(micro: number): number {
  return Number((1_000_000 / micro).toPrecision(5))
}

/** How much a rate moved, in percent of the old one. */
export function movedPercent(before: number, after: number): number {
  return 100 * Math.abs(after / before - 1)
}
