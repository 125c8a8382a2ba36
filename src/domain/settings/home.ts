import { z } from 'zod/mini'
import { currencyCodes } from '../money/currencies.ts'
import { homeCountries, homeRules, type Home } from '../places/home.ts'

/** The country that the shop is at home in, and the currency that its prices are kept in. */
export const homeSettings = z.strictObject({
  country: z.prefault(z.enum(homeCountries), 'SE'),
  currency: z.prefault(z.enum(currencyCodes), 'SEK'),
})

/** Prices are kept, and VAT is stated, in the country's own currency. */
export function homeFaults(home: Home): { name: string; reason: string }[] {
  const { currency } = homeRules(home)
  if (home.currency === currency) return []
  return [{ name: 'home.currency', reason: `must be ${currency}, the currency of ${home.country}: set both at once` }]
}
