import { countries } from '../../domain/places/countries.ts'
import { locales, type Language } from '../../domain/places/locales.ts'
import { countryName } from '../../i18n/formats.ts'

type CountryChoice = { code: string; name: string }

const remembered = new Map<Language, readonly CountryChoice[]>()

/** The named countries by their names in the reader's language; sorted once, since every page shows them. */
export function countryChoices(language: Language, codes: readonly string[]): readonly CountryChoice[] {
  return allChoices(language).filter(({ code }) => codes.includes(code))
}

function allChoices(language: Language): readonly CountryChoice[] {
  const known = remembered.get(language)
  if (known) return known
  const choices = countries
    .map(({ code }) => ({ code, name: countryName(code, language) }))
    .sort((a, b) => a.name.localeCompare(b.name, locales[language].iso))
  remembered.set(language, choices)
  return choices
}
