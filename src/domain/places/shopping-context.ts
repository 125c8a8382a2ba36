import type { Currency } from '../money/currencies.ts'
import type { Home } from './home.ts'
import { defaultCurrency, type Language, type Locale } from './locales.ts'

/** What a visitor has chosen. */
export type ShopperChoice = {
  language: Language
  currency: Currency
  /** ISO 3166-1 alpha-2 code of the delivery country; decides the VAT rate. */
  country: string
}

/**
 * What a page may depend on: the cache key has the choice, and pages are dropped when settings change. `buyer` is the
 * customer whose agreed prices count: it is never set for what a cache keeps for everybody.
 */
export type ShoppingContext = ShopperChoice & { home: Home; buyer?: string | null }

/** The context without its buyer, for what is kept for everybody. */
export function withoutBuyer({ buyer: _buyer, ...context }: ShoppingContext): ShoppingContext {
  return context
}

/** The context of a visitor who has chosen nothing yet. */
export function startContext(locale: Locale): ShoppingContext {
  const { code: language, defaultCountryCode: country, home } = locale
  return { language, currency: defaultCurrency(locale), country, home }
}
