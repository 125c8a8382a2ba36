import { z } from 'zod/mini'
import { currencyCodes } from '../money/currencies.ts'
import { homeCountries, homeRules, type Home } from '../places/home.ts'
import { faultAt, type SettingsFault } from './reasons.ts'

/** The country that the shop is at home in, and the currency that its prices are kept in. */
export const homeSettings = z.strictObject({
  country: z.prefault(z.enum(homeCountries), 'SE'),
  currency: z.prefault(z.enum(currencyCodes), 'SEK'),
})

/** Prices are kept, and VAT is stated, in the country's own currency. */
export function homeFaults(home: Home): SettingsFault[] {
  const { currency } = homeRules(home)
  if (home.currency === currency) return []
  return [faultAt('home.currency', 'home_currency', { currency, country: home.country })]
}
