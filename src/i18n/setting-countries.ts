import { countries, countryByCode } from '../domain/places/countries.ts'
import { isLanguage, languages, type Language } from '../domain/places/locales.ts'
import { countryName } from './formats.ts'
import { translator, type Translate } from './translator.ts'

/** In settings, all countries that no other entry names. */
const allOthers = '*'

/** The language that a translator writes in. */
export function languageOf(t: Translate): Language {
  const language = t('console:language')
  return isLanguage(language) ? language : 'en'
}

/**
 * A country of a setting by its name; a code that the shop does not know stays as it is. @param path names the setting:
 * the countries of a zone are those that no other zone has.
 */
export function settingCountry(code: string, t: Translate, path: readonly string[]): string {
  if (code === allOthers)
    return t(path.includes('zones') ? 'console-settings:other_countries' : 'console-settings:all_countries')
  return countryByCode(code)?.code === code ? countryName(code, languageOf(t)) : code
}

/** The code of a country as people write it: its name in either language, or the code; other texts as they are. */
export function readSettingCountry(text: string): string {
  const typed = text.trim()
  return codesByName().get(typed.toLowerCase()) ?? countryByCode(typed)?.code ?? typed
}

let known: ReadonlyMap<string, string> | undefined

function codesByName(): ReadonlyMap<string, string> {
  const codes = [allOthers, ...countries.map(({ code }) => code)]
  known ??= new Map(
    languages
      .map((language) => translator(language))
      .flatMap((t) => ['', 'zones'].flatMap((list) => codes.map((code) => [settingCountry(code, t, [list]), code])))
      .map(([name = '', code = '']) => [name.toLowerCase(), code] as const),
  )
  return known
}
