import { countries } from '../domain/places/countries.ts'
import type { Language } from '../domain/places/locales.ts'
import { countryName } from './formats.ts'

const codesByName = new Map(countries.map(({ code }) => [countryName(code, 'en'), code]))

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
