import type { Language } from '../domain/locales.ts'
import en from './en/excel.json' with { type: 'json' }
import { textsIn, type KeysOf } from './island-texts.ts'
import sv from './sv/excel.json' with { type: 'json' }

export type ExcelTextKey = KeysOf<typeof en>
export type ExcelTranslate = (key: ExcelTextKey, values?: Record<string, string | number>) => string

/** Texts of the Excel order; only loaded on its page. */
export function excelTexts(language: Language): ExcelTranslate {
  return textsIn(language === 'sv' ? sv : en)
}
