import { translator, type Translate } from '../../src/i18n/translator.ts'
import type { Language } from '../../src/domain/locales.ts'

/** The words a shopper reads, so that tests look for what the dictionaries say. */
export function words(language: Language): Translate {
  return translator(language)
}
