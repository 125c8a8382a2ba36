import type { CurrencyCode } from '../money/currencies.ts'
import type { VatRate } from '../money/vat.ts'

/** The countries that a shop can be at home in: those whose rules the program knows (decision 0062). */
export const homeCountries = ['SE', 'FI', 'DK', 'NO', 'DE'] as const
export type HomeCountry = (typeof homeCountries)[number]

/** Where the company is: the country that goods are shipped from, and the currency that prices are kept in. */
export type Home = { country: HomeCountry; currency: CurrencyCode }

type HomeRules = {
  currency: CurrencyCode
  /** Stored prices include VAT at this rate, the standard rate of the country. */
  vatInPrices: VatRate
  /** Days begin and end by its clock. */
  timeZone: string
  /** For how many years what was faulty at delivery can be complained of. */
  complaintYears: number
}

/**
 * Years of complaints: three in Sweden (konsumentköplagen) and in Finland, whose kuluttajansuojalaki names no end (laki
 * velan vanhentumisesta § 4); in Denmark købeloven § 83 has two, and shops of this program grant three; five in Norway
 * for what should last (forbrukerkjøpsloven § 27); two in Germany (BGB § 438).
 */
const rules: Readonly<Record<HomeCountry, HomeRules>> = {
  SE: { currency: 'SEK', vatInPrices: 2500, timeZone: 'Europe/Stockholm', complaintYears: 3 },
  FI: { currency: 'EUR', vatInPrices: 2550, timeZone: 'Europe/Helsinki', complaintYears: 3 },
  DK: { currency: 'DKK', vatInPrices: 2500, timeZone: 'Europe/Copenhagen', complaintYears: 3 },
  NO: { currency: 'NOK', vatInPrices: 2500, timeZone: 'Europe/Oslo', complaintYears: 5 },
  DE: { currency: 'EUR', vatInPrices: 1900, timeZone: 'Europe/Berlin', complaintYears: 2 },
}

export function homeRules({ country }: Pick<Home, 'country'>): HomeRules {
  return rules[country]
}
