import { vatCountry } from '../domain/money/vat.ts'
import type { Home } from '../domain/places/home.ts'
import { chargesVatIn } from '../domain/places/taxed-countries.ts'
import type { TextKey } from './translator.ts'

type Region = { country: string; home: Pick<Home, 'country'> }

/** Tells whether goods to a country are exported: the shop charges no VAT, and the country may when they arrive. */
export function isExport({ country, home }: Region): boolean {
  return !chargesVatIn(vatCountry(country), home)
}

/** What stands beside a price with VAT: that there is none in it where goods are exported. */
export function withVatText(region: Region): TextKey {
  return isExport(region) ? 'price.no_vat' : 'price.including_vat'
}
