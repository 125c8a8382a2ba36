import { locales, type Language } from '../domain/places/locales.ts'

const names = new Map<Language, Intl.DisplayNames>()

/** A currency by its name and code, such as "Swedish Krona (SEK)". */
export function currencyName(code: string, language: Language): string {
  const known = names.get(language) ?? new Intl.DisplayNames([locales[language].iso], { type: 'currency' })
  names.set(language, known)
  const name = known.of(code) ?? code
  return name === code ? code : `${name.charAt(0).toUpperCase()}${name.slice(1)} (${code})`
}
