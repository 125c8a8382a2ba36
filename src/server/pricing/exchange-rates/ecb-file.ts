import type { CurrencyCode } from '../../../domain/money/currencies.ts'
import { foreignCurrencies, type BasePerUnit } from '../../../domain/money/exchange-rates.ts'
import { RatesError } from './rates-error.ts'

/** Reference rates of one day. */
export type EcbRates = { day: string; rates: BasePerUnit }

/** The file has some 30 currencies in 2 kB. */
export const maxCharacters = 200_000
const day = /<Cube\s+time=['"](\d{4}-\d{2}-\d{2})['"]/
const rate = /<Cube\s+currency=['"]([A-Z]{3})['"]\s+rate=['"](\d{1,9}(?:\.\d{1,9})?)['"]/g

/**
 * Reads the European Central Bank's file of reference rates (eurofxref-daily.xml), which are units of each currency per
 * euro, as prices in the base currency. Throws RatesError.
 */
export function readEcbFile(text: string, base: CurrencyCode): EcbRates {
  if (text.length > maxCharacters)
    throw new RatesError('rates_too_long', 'The file is too long for one of exchange rates.')
  const time = day.exec(text)?.[1]
  const perEuro = new Map([...text.matchAll(rate)].map(([, code, units]) => [code, Number(units)]))
  perEuro.set('EUR', 1)
  const ownPerEuro = perEuro.get(base)
  if (time === undefined || Number.isNaN(Date.parse(time)) || !ownPerEuro || perEuro.size === 1)
    throw new RatesError('rates_file', 'The file is not one of reference rates of the European Central Bank.')
  const rates = foreignCurrencies(base).map((code) => {
    const units = perEuro.get(code)
    if (!units) throw new RatesError('rates_missing', `The file has no rate of ${code}.`, { currency: code })
    return [code, ownPerEuro / units]
  })
  return { day: time, rates: Object.fromEntries(rates) as BasePerUnit }
}
