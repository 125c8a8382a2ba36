import { translator, type Translate } from '../../src/i18n/translator.ts'
import type { Language } from '../../src/domain/places/locales.ts'

/** The displayed texts, from the dictionaries. */
export function words(language: Language): Translate {
  return translator(language)
}
