import { currencyById, type Currency, type CurrencyCode } from '../money/currencies.ts'

export const languages = ['en', 'sv'] as const
export type Language = (typeof languages)[number]

/** The language of visitors whose language is unknown, on every URL without a language. */
export const fallbackLanguage: Language = 'en'

/** One storefront variant with the properties of spec section 1; shop owners set their brand here. */
export type Locale = {
  code: Language
  iso: string
  storeID: number
  /** The currency and country label of the variant. */
  currency: CurrencyCode
  country: string
  brand: string
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

export const locales: Record<Language, Locale> = {
  en: {
    code: 'en',
    iso: 'en-IE',
    storeID: 12,
    currency: 'EUR',
    country: 'international',
    brand: 'Delverk',
    logo: '/logo.svg',
    favicon: '/favicon.svg',
    picture: '/social.png',
    privacyURL: 'privacy',
    termsURL: 'terms',
    contactURL: 'contact',
    allowExVAT: true,
    defaultCurrencyID: 4,
    defaultCountryCode: 'SE',
    paymentMethods: ['card', 'invoice', 'buy-now-pay-later', 'wallet'],
  },
  sv: {
    code: 'sv',
    iso: 'sv-SE',
    storeID: 11,
    currency: 'SEK',
    country: 'Sweden',
    brand: 'Delverk',
    logo: '/logo.svg',
    favicon: '/favicon.svg',
    picture: '/social.png',
    privacyURL: 'integritet',
    termsURL: 'kopvillkor',
    contactURL: 'kontakt',
    allowExVAT: true,
    defaultCurrencyID: 1,
    defaultCountryCode: 'SE',
    paymentMethods: ['card', 'invoice', 'buy-now-pay-later', 'wallet', 'electronic-id'],
  },
}

export function isLanguage(text: string | undefined): text is Language {
  return text === 'en' || text === 'sv'
}

/** The currency of a locale until the shopper chooses another (spec section 1). */
export function defaultCurrency(locale: Locale): Currency {
  const currency = currencyById(locale.defaultCurrencyID)
  if (currency?.code !== locale.currency)
    throw new Error(
      `Locale ${locale.code} has the currency id ${locale.defaultCurrencyID}, which is not ${locale.currency}.`,
    )
  return currency
}
