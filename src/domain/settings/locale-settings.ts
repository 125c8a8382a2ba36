import { z } from 'zod/mini'
import { currencyById, currencyCodes, type CurrencyCode } from '../money/currencies.ts'
import { countryByCode } from '../places/countries.ts'
import { withCountryFormat } from './country-text.ts'
import { sentence } from './reasons.ts'
import { filledLine, pageSlug } from './setting-texts.ts'

/** Ways to pay that the footer can show as logos; which of them are offered depends on the payment providers. */
const paymentMethods = ['card', 'invoice', 'buy-now-pay-later', 'wallet', 'electronic-id'] as const
type Start = {
  storeID: number
  currency: CurrencyCode
  country: string
  defaultCurrencyID: number
  defaultCountryCode: string
  privacyURL: string
  termsURL: string
  contactURL: string
  paymentMethods: (typeof paymentMethods)[number][]
}

function localeSettings(start: Start) {
  const isCountry = (code: string): boolean => countryByCode(code)?.code === code
  return z.prefault(
    z.strictObject({
      storeID: z.prefault(z.int().check(z.minimum(1), z.maximum(999_999)), start.storeID),
      currency: z.prefault(z.enum(currencyCodes), start.currency),
      country: z.prefault(filledLine(40), start.country),
      privacyURL: z.prefault(pageSlug, start.privacyURL),
      termsURL: z.prefault(pageSlug, start.termsURL),
      contactURL: z.prefault(pageSlug, start.contactURL),
      allowExVAT: z.prefault(z.boolean(), true),
      defaultCurrencyID: z.prefault(z.int(), start.defaultCurrencyID),
      defaultCountryCode: z.prefault(
        withCountryFormat(z.string().check(z.refine(isCountry, sentence('delivered_country')))),
        start.defaultCountryCode,
      ),
      paymentMethods: z.prefault(
        z
          .array(z.enum(paymentMethods))
          .check(z.maxLength(paymentMethods.length, sentence('most_names', { most: paymentMethods.length }))),
        start.paymentMethods,
      ),
    }),
    {},
  )
}

/** Properties of the storefront variants (spec section 1); the defaults are those of its table. */
export const localesSettings = z.prefault(
  z.strictObject({
    en: localeSettings({
      storeID: 12,
      currency: 'EUR',
      country: 'international',
      defaultCurrencyID: 4,
      defaultCountryCode: 'SE',
      privacyURL: 'privacy',
      termsURL: 'terms',
      contactURL: 'contact',
      paymentMethods: ['card', 'invoice', 'buy-now-pay-later', 'wallet'],
    }),
    sv: localeSettings({
      storeID: 11,
      currency: 'SEK',
      country: 'Sweden',
      defaultCurrencyID: 1,
      defaultCountryCode: 'SE',
      privacyURL: 'integritet',
      termsURL: 'kopvillkor',
      contactURL: 'kontakt',
      paymentMethods: ['card', 'invoice', 'buy-now-pay-later', 'wallet', 'electronic-id'],
    }),
  }),
  {},
)

/** Tells whether a currency has this id. */
export function isIdOf(currency: CurrencyCode, id: number): boolean {
  return currencyById(id)?.code === currency
}
