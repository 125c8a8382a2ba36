/**
 * A country we deliver to. `eu` decides whether VAT is charged there (EU one-stop shop); Monaco belongs to France for
 * VAT.
 */
export type Country = { code: string; eu: boolean }

const eu = [
  'AT',
  'BE',
  'BG',
  'CY',
  'CZ',
  'DE',
  'DK',
  'EE',
  'ES',
  'FI',
  'FR',
  'GR',
  'HR',
  'HU',
  'IE',
  'IT',
  'LT',
  'LU',
  'LV',
  'MC',
  'MT',
  'NL',
  'PL',
  'PT',
  'RO',
  'SE',
  'SI',
  'SK',
]
const elsewhere = [
  'AE',
  'AU',
  'BA',
  'BL',
  'CA',
  'CH',
  'CN',
  'EG',
  'GB',
  'GG',
  'GI',
  'GP',
  'IL',
  'IS',
  'JE',
  'JO',
  'JP',
  'KR',
  'LI',
  'MD',
  'MK',
  'MQ',
  'NO',
  'NZ',
  'RE',
  'TH',
  'TR',
  'TW',
  'US',
  'ZA',
]

export const countries: readonly Country[] = [
  ...eu.map((code) => ({ code, eu: true })),
  ...elsewhere.map((code) => ({ code, eu: false })),
].sort((a, b) => (a.code < b.code ? -1 : 1))

const byCode = new Map(countries.map((country) => [country.code, country]))

/** The country with an ISO 3166 code, in capital letters or not; undefined for an unknown one. */
export function countryByCode(code: string): Country | undefined {
  return byCode.get(code.toUpperCase())
}
