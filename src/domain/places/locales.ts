import { currencyById, type Currency, type CurrencyCode } from '../money/currencies.ts'
import type { Home } from './home.ts'

export const languages = ['en', 'sv'] as const
export type Language = (typeof languages)[number]

/** The language of visitors whose language is unknown, on every URL without a language. */
export const fallbackLanguage: Language = 'en'

/** Makes a value for each language. */
export function inEachLanguage<Value>(make: (language: Language) => Value): Record<Language, Value> {
  return Object.fromEntries(languages.map((language) => [language, make(language)])) as Record<Language, Value>
}

/** One storefront variant with the properties of spec section 1, as the operator has set them. */
export type Locale = {
  /** The shop's own country and currency, the same for every variant. */
  home: Home
  code: Language
  iso: string
  storeID: number
  /** The currency and country label of the variant. */
  currency: CurrencyCode
  country: string
  brand: string
  slogan: string
  logo: string
  favicon: string
  /** Social sharing image of pages without a picture of their own, 1200 by 630 pixels. */
  picture: string
  privacyURL: string
  termsURL: string
  contactURL: string
  allowExVAT: boolean
  defaultCurrencyID: number
  defaultCountryCode: string
  paymentMethods: readonly string[]
}

/** What belongs to a language and not to a company: the formats of numbers, dates and sorting. */
export const locales: Readonly<Record<Language, Pick<Locale, 'code' | 'iso'>>> = {
  en: { code: 'en', iso: 'en-IE' },
  sv: { code: 'sv', iso: 'sv-SE' },
}

export function isLanguage(text: string | undefined): text is Language {
  return text === 'en' || text === 'sv'
}

/** The currency of a locale until the shopper chooses another (spec section 1). */
export function defaultCurrency(locale: Pick<Locale, 'code' | 'currency' | 'defaultCurrencyID'>): Currency {
  const currency = currencyById(locale.defaultCurrencyID)
  if (currency?.code !== locale.currency)
    throw new Error(
      `Locale ${locale.code} has the currency id ${locale.defaultCurrencyID}, which is not ${locale.currency}.`,
    )
  return currency
}
