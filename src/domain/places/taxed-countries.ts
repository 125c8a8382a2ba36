import { countryByCode } from './countries.ts'
import type { Home } from './home.ts'

/**
 * Tells whether the shop charges VAT for deliveries to a country: its own, and of a shop in the EU every member state's
 * (one-stop shop). What else it sends is exported without VAT. `country` is the one whose VAT applies (`vatCountry`).
 */
export function chargesVatIn(country: string, home: Pick<Home, 'country'>): boolean {
  const isEu = (code: string) => countryByCode(code)?.eu === true
  return country === home.country || (isEu(country) && isEu(home.country))
}
