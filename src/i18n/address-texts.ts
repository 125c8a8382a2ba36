import { countries } from '../domain/places/countries.ts'
import type { Language } from '../domain/places/locales.ts'
import { countryName } from './formats.ts'

const codesByName = new Map(countries.map(({ code }) => [countryName(code, 'en'), code]))

type Address = Readonly<Record<'name' | 'line1' | 'line2' | 'postal_code' | 'city' | 'country', string>>

/** The rows of a typed address, without empty ones; the last one is its country in the reader's language. */
export function addressRows(address: Address & { organization_name?: string }, language: Language): string[] {
  const { organization_name: organization = '', name, line1, line2, postal_code: code, city, country } = address
  const rows = [organization, name, line1, line2, `${code} ${city}`, countryName(country, language)]
  return rows.filter((row) => row.trim() !== '')
}

/** An address on one line, as manufacturers write it in English, with its country in the reader's language. */
export function localAddress(address: string, language: Language): string {
  return address
    .split(', ')
    .map((part) => {
      const code = codesByName.get(part)
      return code === undefined ? part : countryName(code, language)
    })
    .join(', ')
}
