import { languages, type Language } from '../../src/domain/places/locales.ts'
import { translator, type TextKey, type Translate } from '../../src/i18n/translator.ts'

/** The displayed texts, from the dictionaries. */
export function words(language: Language): Translate {
  return translator(language)
}

/** Matches one of these texts in each language, for helpers that serve pages of both. */
export function inAnyLanguage(...keys: TextKey[]): RegExp {
  return new RegExp(`^(?:${alternatives(keys)})$`)
}

/** As `inAnyLanguage`, with more text behind it: a label's hint or the number in an icon. */
export function startsInAnyLanguage(...keys: TextKey[]): RegExp {
  return new RegExp(`^(?:${alternatives(keys)})(?!\\p{L})`, 'u')
}

function alternatives(keys: readonly TextKey[]): string {
  return languages.flatMap((language) => keys.map((key) => RegExp.escape(words(language)(key)))).join('|')
}
