import type { Language } from '../domain/places/locales.ts'
import en from './en/excel.json' with { type: 'json' }
import sv from './sv/excel.json' with { type: 'json' }
import { textIn, translateIn, type KeysOf, type TranslateKey } from './translate.ts'

export type ExcelTextKey = KeysOf<typeof en>
export type ExcelTranslate = TranslateKey<ExcelTextKey>

const dictionaries = { en, sv }
const translators: Partial<Record<Language, ExcelTranslate>> = {}

/** Texts of the Excel order; only loaded on its page. */
export function excelTexts(language: Language): ExcelTranslate {
  return (translators[language] ??= translateIn(language, (key) => textIn(dictionaries[language], key)))
}
