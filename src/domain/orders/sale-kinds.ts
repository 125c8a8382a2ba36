import { vatCountry } from '../money/vat.ts'
import { countryByCode } from '../places/countries.ts'
import type { Home } from '../places/home.ts'

/** How VAT law sees a sale: at home, to a consumer in the EU, to a company there, or out of the EU. */
export const saleKinds = ['home', 'oss', 'reverse_charge', 'export'] as const
export type SaleKind = (typeof saleKinds)[number]

/** Returns the kind of a sale to a country under VAT law. */
export function saleKindOf(
  { home, country }: { home: Pick<Home, 'country'>; country: string },
  isReverseCharged: boolean,
): SaleKind {
  if (vatCountry(country) === home.country) return 'home'
  if (!countryByCode(home.country)?.eu || !countryByCode(country)?.eu) return 'export'
  return isReverseCharged ? 'reverse_charge' : 'oss'
}
