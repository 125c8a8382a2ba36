import type { Currency } from '../money/currencies.ts'
import { defaultCurrency, type Language, type Locale } from './locales.ts'

/** What a public page may depend on; the cache key has the same three values. */
export type ShoppingContext = {
  language: Language
  currency: Currency
  /** ISO 3166-1 alpha-2 code of the delivery country; decides the VAT rate. */
  country: string
}

/** The context of a visitor who has chosen nothing yet. */
export function startContext(locale: Locale): ShoppingContext {
  return { language: locale.code, currency: defaultCurrency(locale), country: locale.defaultCountryCode }
}
