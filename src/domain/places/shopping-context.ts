import type { Currency } from '../money/currencies.ts'
import { defaultCurrency, locales, type Language } from './locales.ts'

/** What a public page may depend on; the cache key has the same three values. */
export type ShoppingContext = {
  language: Language
  currency: Currency
  /** ISO 3166-1 alpha-2 code of the delivery country; decides the VAT rate. */
  country: string
}

export function defaultContext(language: Language): ShoppingContext {
  const locale = locales[language]
  return { language, currency: defaultCurrency(locale), country: locale.defaultCountryCode }
}
