import { currencyCodes, type CurrencyCode } from './currencies.ts'

export type ForeignCurrency = Exclude<CurrencyCode, 'SEK'>
/** What one unit of a currency costs in SEK. */
export type SekPerUnit = Readonly<Partial<Record<ForeignCurrency, number>>>

export const foreignCurrencies = currencyCodes.filter((code) => code !== 'SEK')

/** Converts the price of one unit in SEK to how rates are stored: millionths of the currency per SEK. */
export function perSekMicro(sekPerUnit: number): number {
  return Math.round(1_000_000 / sekPerUnit)
}

/** Converts a stored rate to the price of one unit in SEK, with the five digits that it has. */
export function sekPerUnit(micro: number): number {
  return Number((1_000_000 / micro).toPrecision(5))
}

/** How much a rate moved, in percent of the old one. */
export function movedPercent(before: number, after: number): number {
  return 100 * Math.abs(after / before - 1)
}
